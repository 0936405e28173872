/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-check.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <memory>
#include <stdexcept>
#include <string>

namespace ns3
{

/** Ways of a bulk transfer to be in nobody's way, on one bottleneck, and what others pay for it. */
class PathMeasurementScavengersScenario : public scenario::Scenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    void DoBuild() override;
    void DoReport() override;

    static TypeId AddPath(TypeId type);      //!< @param type any @return it with path and others
    static TypeId AddSelfLimit(TypeId type); //!< @param type any @return it with that way
    ScavengerNetwork::Settings GetSettings() const; //!< @return attributes
    void CheckInput() const;                        //!< What attributes alone cannot say.
    /** @param network to report @param object name of its numbers @return what came of it */
    ScavengerNetwork::Outcome ReportNetwork(const ScavengerNetwork& network,
                                            const std::string& object);
    /** @param with the transfer @param alone without it */
    void ReportHarm(const ScavengerNetwork::Outcome& with, const ScavengerNetwork::Outcome& alone);

    DataRate m_rate;                               //!< attribute Rate
    Time m_roundTrip;                              //!< attribute RoundTrip
    Time m_buffer;                                 //!< attribute Buffer
    double m_loss;                                 //!< attribute Loss
    PathMeasurementStack::Year m_year;             //!< attribute Stack
    burst::ObjectText m_cross;                     //!< attribute CrossTraffic
    uint32_t m_others;                             //!< attribute OtherStreams
    ScavengerNetwork::Way m_way;                   //!< attribute Scavenger
    uint32_t m_streams;                            //!< attribute Streams
    uint32_t m_window;                             //!< attribute Window
    Time m_ledbatTarget;                           //!< attribute LedbatTarget
    DataRate m_limitRate;                          //!< attribute LimitRate
    bool m_limitsRate;                             //!< attribute SelfLimitsRate
    Time m_deviation;                              //!< attribute SelfLimitDeviation
    measurement::SelfLimit::Reference m_reference; //!< attribute SelfLimitReference
    double m_leastLevel;                           //!< attribute SelfLimitLeast
    double m_increase;                             //!< attribute SelfLimitIncrease
    double m_decrease;                             //!< attribute SelfLimitDecrease
    Time m_interval;                               //!< attribute SelfLimitInterval
    Time m_pingInterval;                           //!< attribute PingInterval
    Time m_pingWait;                               //!< attribute PingWait
    Time m_duration;                               //!< attribute Duration
    Time m_settle;                                 //!< attribute Settle
    bool m_twin;                                   //!< attribute Twin

    std::unique_ptr<ScavengerNetwork> m_network; //!< with the transfer
    std::unique_ptr<ScavengerNetwork> m_alone;   //!< without it, or null
};

NS_OBJECT_ENSURE_REGISTERED(PathMeasurementScavengersScenario);

TypeId
PathMeasurementScavengersScenario::AddPath(TypeId type)
{
    using Self = PathMeasurementScavengersScenario;
    return type
        .AddAttribute("Rate",
                      "Rate of the bottleneck, 100 kb/s and more; hosts have 1 Gb/s.",
                      DataRateValue(DataRate("10Mb/s")),
                      MakeDataRateAccessor(&Self::m_rate),
                      MakeDataRateChecker())
        .AddAttribute("RoundTrip",
                      "Delays of all links there and back, 400 us and more.",
                      TimeValue(MilliSeconds(50)),
                      MakeTimeAccessor(&Self::m_roundTrip),
                      MakeTimeChecker(MicroSeconds(400)))
        .AddAttribute("Buffer",
                      "FIFO queue before the bottleneck, of each class with Scavenger Qbss, as the "
                      "time in which it is sent; of Stack 2002.",
                      TimeValue(MilliSeconds(100)),
                      MakeTimeAccessor(&Self::m_buffer),
                      MakeTimeChecker(Time(0), Seconds(10)))
        .AddAttribute("Loss",
                      "Random loss at the bottleneck towards the receivers, fraction of packets.",
                      DoubleValue(0),
                      MakeDoubleAccessor(&Self::m_loss),
                      MakeDoubleChecker<double>(0, 0.5))
        .AddAttribute(
            "Stack",
            "TCP of hosts, where Scavenger does not say otherwise, and queues of routers.",
            EnumValue(PathMeasurementStack::Y2002),
            MakeEnumAccessor<PathMeasurementStack::Year>(&Self::m_year),
            PathMeasurementStack::MakeChecker())
        .AddAttribute("CrossTraffic",
                      "Short flows of others; none: nothing.",
                      burst::ObjectTextValue(burst::ObjectText("ns3::CrossTraffic[Mean=0.5]",
                                                               CrossTraffic::GetTypeId())),
                      burst::MakeObjectTextAccessor(&Self::m_cross),
                      burst::MakeObjectTextChecker<CrossTraffic>(true))
        .AddAttribute("OtherStreams",
                      "TCP streams of others that last as long as the run.",
                      UintegerValue(0),
                      MakeUintegerAccessor(&Self::m_others),
                      MakeUintegerChecker<uint32_t>(0, 100))
        .AddAttribute("PingInterval",
                      "Between pings of others.",
                      TimeValue(MilliSeconds(100)),
                      MakeTimeAccessor(&Self::m_pingInterval),
                      MakeTimeChecker(MilliSeconds(1)))
        .AddAttribute("PingWait",
                      "Pings of others that are not answered in this time are lost.",
                      TimeValue(Seconds(2)),
                      MakeTimeAccessor(&Self::m_pingWait),
                      MakeTimeChecker(MilliSeconds(1)))
        .AddAttribute("Duration",
                      "Simulated time, up to an hour.",
                      TimeValue(Seconds(30)),
                      MakeTimeAccessor(&Self::m_duration),
                      MakeTimeChecker(Seconds(1), Hours(1)))
        .AddAttribute("Settle",
                      "From the begin until what happens counts.",
                      TimeValue(Seconds(5)),
                      MakeTimeAccessor(&Self::m_settle),
                      MakeTimeChecker(TimeStep(0)));
}

TypeId
PathMeasurementScavengersScenario::AddSelfLimit(TypeId type)
{
    using Self = PathMeasurementScavengersScenario;
    return type
        .AddAttribute("SelfLimitsRate",
                      "Whether Scavenger SelfLimit limits the rate, up to LimitRate, "
                      "and not the number of streams.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&Self::m_limitsRate),
                      MakeBooleanChecker())
        .AddAttribute("SelfLimitDeviation",
                      "Deviation of round trips above which the transfer shrinks.",
                      TimeValue(MilliSeconds(5)),
                      MakeTimeAccessor(&Self::m_deviation),
                      MakeTimeChecker(NanoSeconds(0)))
        .AddAttribute("SelfLimitReference",
                      "From what that is: the mean of an interval, or the least round trip of all.",
                      EnumValue(measurement::SelfLimit::MEAN),
                      MakeEnumAccessor<measurement::SelfLimit::Reference>(&Self::m_reference),
                      MakeEnumChecker(measurement::SelfLimit::MEAN,
                                      "Mean",
                                      measurement::SelfLimit::MINIMUM,
                                      "Least"))
        .AddAttribute("SelfLimitLeast",
                      "Least number of streams, 0.01 and more, or their part of the rate; what is "
                      "below 1 stream is none.",
                      DoubleValue(1),
                      MakeDoubleAccessor(&Self::m_leastLevel),
                      MakeDoubleChecker<double>(0.01, 100))
        .AddAttribute("SelfLimitIncrease",
                      "Streams more after an interval without such a deviation, or their part of "
                      "the rate.",
                      DoubleValue(1),
                      MakeDoubleAccessor(&Self::m_increase),
                      MakeDoubleChecker<double>(1e-3, 100))
        .AddAttribute("SelfLimitDecrease",
                      "Factor after an interval with one, 0 to 0.99.",
                      DoubleValue(0.5),
                      MakeDoubleAccessor(&Self::m_decrease),
                      MakeDoubleChecker<double>(0, 0.99))
        .AddAttribute("SelfLimitInterval",
                      "How long round trips are looked at, with ten pings a second.",
                      TimeValue(Seconds(1)),
                      MakeTimeAccessor(&Self::m_interval),
                      MakeTimeChecker(MilliSeconds(200)));
}

TypeId
PathMeasurementScavengersScenario::GetTypeId()
{
    using Self = PathMeasurementScavengersScenario;
    static TypeId tid = AddStreamBase(AddSelfLimit(AddPath(
        TypeId("ns3::PathMeasurementScavengersScenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("path-measurement")
            .AddConstructor<Self>()
            .AddAttribute("Scavenger",
                          "How the bulk transfer makes way.",
                          EnumValue(ScavengerNetwork::NONE),
                          MakeEnumAccessor<ScavengerNetwork::Way>(&Self::m_way),
                          MakeEnumChecker(ScavengerNetwork::NONE,
                                          "None",
                                          ScavengerNetwork::QBSS,
                                          "Qbss",
                                          ScavengerNetwork::LEDBAT,
                                          "Ledbat",
                                          ScavengerNetwork::LP,
                                          "Lp",
                                          ScavengerNetwork::SELF_LIMIT,
                                          "SelfLimit",
                                          ScavengerNetwork::RATE_LIMIT,
                                          "RateLimit"))
            .AddAttribute("Streams",
                          "TCP streams of the bulk transfer; 0: there is none.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&Self::m_streams),
                          MakeUintegerChecker<uint32_t>(0, 100))
            .AddAttribute("Window",
                          "Of such a stream, bytes: the buffers at both ends.",
                          UintegerValue(65536),
                          MakeUintegerAccessor(&Self::m_window),
                          MakeUintegerChecker<uint32_t>(2 * QbssStreams::SEGMENT, 1 << 30))
            .AddAttribute("LedbatTarget",
                          "Delay that Scavenger Ledbat adds to a queue, up to 100 ms (RFC 6817).",
                          TimeValue(MilliSeconds(25)),
                          MakeTimeAccessor(&Self::m_ledbatTarget),
                          MakeTimeChecker(MilliSeconds(1), MilliSeconds(100)))
            .AddAttribute("LimitRate",
                          "Payload of Scavenger RateLimit, and the most of SelfLimit by rate.",
                          DataRateValue(DataRate("2Mb/s")),
                          MakeDataRateAccessor(&Self::m_limitRate),
                          MakeDataRateChecker())
            .AddAttribute("Twin",
                          "Whether the same network runs beside it without the bulk transfer, to "
                          "tell what others lost.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Self::m_twin),
                          MakeBooleanChecker()))));
    return tid;
}

std::string
PathMeasurementScavengersScenario::GetHelp() const
{
    return "Sends a bulk transfer over a bottleneck, as best effort or in one of several ways to "
           "make way for others, and reports what the transfer got and what others lost.";
}

Time
PathMeasurementScavengersScenario::GetDuration() const
{
    return m_duration;
}

void
PathMeasurementScavengersScenario::CheckInput() const
{
    for (const auto& [name, rate] : {std::pair("Rate", m_rate), {"LimitRate", m_limitRate}})
    {
        burst::CheckParameter(rate.GetBitRate() >= 10'000 && rate.GetBitRate() <= 1'000'000'000,
                              name,
                              rate.GetBitRate(),
                              "10,000 to 1,000,000,000 b/s");
    }
    burst::CheckParameter(m_streams == 0 || m_leastLevel <= m_streams,
                          "SelfLimitLeast",
                          m_leastLevel,
                          "numbers up to Streams");
    if (m_settle + Seconds(1) > m_duration)
    {
        const auto write = [](Time time) { return burst::WriteDouble(time.GetSeconds()) + " s"; };
        throw std::invalid_argument("Settle is " + write(m_settle) +
                                    "; allowed is what leaves 1 s of Duration, which is " +
                                    write(m_duration));
    }
}

ScavengerNetwork::Settings
PathMeasurementScavengersScenario::GetSettings() const
{
    ScavengerNetwork::Settings settings;
    settings.rate = m_rate;
    settings.roundTrip = m_roundTrip;
    settings.buffer = m_buffer;
    settings.loss = m_loss;
    settings.year = m_year;
    settings.cross = m_cross;
    settings.others = m_others;
    settings.streams = m_streams;
    settings.window = m_window;
    settings.way = m_way;
    settings.ledbatTarget = m_ledbatTarget;
    settings.limitRate = m_limitRate.GetBitRate();
    settings.limitsRate = m_limitsRate;
    settings.selfLimit.least = m_leastLevel;
    settings.selfLimit.most = m_streams;
    settings.selfLimit.increase = m_increase;
    settings.selfLimit.decrease = m_decrease;
    settings.selfLimit.limit = m_deviation.GetSeconds();
    settings.selfLimit.reference = m_reference;
    settings.decision = m_interval;
    settings.pings = {m_pingInterval, m_pingWait, m_settle, m_duration, 0};
    return settings;
}

void
PathMeasurementScavengersScenario::DoBuild()
{
    CheckInput();
    PathMeasurementStack(m_year).SetDefaults();
    auto settings = GetSettings();
    m_network = std::make_unique<ScavengerNetwork>(settings, 1, GetStreamBase());
    if (m_twin)
    {
        settings.streams = 0;
        settings.way = ScavengerNetwork::NONE;
        m_alone = std::make_unique<ScavengerNetwork>(settings, 2, GetStreamBase());
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    m_network->Start(m_duration);
    if (m_alone)
    {
        m_alone->Start(m_duration);
    }
}

ScavengerNetwork::Outcome
PathMeasurementScavengersScenario::ReportNetwork(const ScavengerNetwork& network,
                                                 const std::string& object)
{
    const auto outcome = network.GetOutcome(m_duration);
    const auto report = [&](const char* name, double value, const char* unit, const char* text) {
        Report(std::string("scavengers.") + name, value, unit, text, object);
    };
    report("others", outcome.others, "Mb/s", "payload that others had");
    report("flows", outcome.flows, "1", "short flows of others that arrived while that counts");
    report("flows_ended", outcome.ended, "1", "of these");
    if (outcome.meanEnd)
    {
        report("flow_time", *outcome.meanEnd, "s", "mean time of these, so far if they go on");
    }
    network.GetPings().Report([&](const std::string& name, double value, const char* unit) {
        Report("scavengers.ping_" + name, value, unit, "of pings of others", object);
    });
    const auto& books = network.GetBooks();
    report("dropped", books.GetDropped(), "1", "packets that queues dropped, in the whole run");
    report("queued", books.GetQueued(), "1", "packets that were in queues at the end");
    report("on_links", books.GetOnLinks(), "1", "packets that were on links at the end");
    network.Close(GetLedger(), object);
    return outcome;
}

void
PathMeasurementScavengersScenario::ReportHarm(const ScavengerNetwork::Outcome& with,
                                              const ScavengerNetwork::Outcome& alone)
{
    const double lost = alone.others - with.others;
    Report("scavengers.lost", lost, "Mb/s", "payload that others had less than without transfer");
    if (with.bulk > 0)
    {
        Report("scavengers.harm", lost / with.bulk, "1", "that, over what the transfer had");
    }
    if (with.meanEnd && alone.meanEnd)
    {
        Report("scavengers.flow_stretch",
               *with.meanEnd / *alone.meanEnd,
               "1",
               "time of short flows of others over that without the transfer");
    }
    if (with.meanPing && alone.meanPing)
    {
        Report("scavengers.ping_rise",
               (*with.meanPing - *alone.meanPing) * 1000,
               "ms",
               "mean round trip of pings of others less that without the transfer");
    }
}

void
PathMeasurementScavengersScenario::DoReport()
{
    const auto with = ReportNetwork(*m_network, "with");
    Report("scavengers.bulk", with.bulk, "Mb/s", "payload of the bulk transfer");
    if (const auto level = m_network->GetMeanLevel())
    {
        Report("scavengers.level", *level, "1", "mean number of streams that SelfLimit allowed");
    }
    if (m_alone)
    {
        ReportHarm(with, ReportNetwork(*m_alone, "alone"));
    }
}

} // namespace ns3
