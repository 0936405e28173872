/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-slops-probe.h"

#include "path-measurement-slops.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SlopsProbe");

namespace
{

constexpr uint32_t MIN_SIZE = 228;    //!< of packets in bytes: MIN_PKT_SZ and headers
constexpr uint32_t TRAIN_LENGTH = 50; //!< packets that tell the dispersion rate
constexpr double GREY_SHARE = 0.05;   //!< of the dispersion rate: width beside a grey region
constexpr double MAX_GREY = 12e6;     //!< bit/s, its greatest width

} // namespace

NS_OBJECT_ENSURE_REGISTERED(SlopsProbe);

TypeId
SlopsProbe::GetTypeId()
{
    using Self = SlopsProbe;
    static TypeId tid =
        TypeId("ns3::SlopsProbe")
            .SetParent<UdpProbe>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute("MinRate",
                          "Lowest rate of a stream.",
                          DataRateValue(DataRate("100kbps")),
                          BetweenMeasurements(MakeDataRateAccessor(&Self::m_leastRate)),
                          burst::MakePositiveRateChecker())
            .AddAttribute("MaxRate",
                          "Highest rate of a stream.",
                          DataRateValue(DataRate("1Gbps")),
                          BetweenMeasurements(MakeDataRateAccessor(&Self::m_mostRate)),
                          burst::MakePositiveRateChecker())
            .AddAttribute("Resolution",
                          "Width of the range that is narrow enough, as a share of the dispersion "
                          "rate. Beside a grey region it is 5 %, 12 Mb/s at most.",
                          DoubleValue(0.02),
                          BetweenMeasurements(MakeDoubleAccessor(&Self::m_resolution)),
                          MakeDoubleChecker<double>(1e-3, 1))
            .AddAttribute("Streams",
                          "Streams of a rate, at least 1.",
                          UintegerValue(12),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_streams)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("StreamLength",
                          "Packets of a stream; fewer than 25 have no clear trend.",
                          UintegerValue(100),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_length)),
                          MakeUintegerChecker<uint32_t>(25))
            .AddAttribute("PacketSize",
                          "Size of the largest packets in bytes, with the headers of IP and UDP.",
                          UintegerValue(1500),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_size)),
                          MakeUintegerChecker<uint32_t>(measurement::TrainPlan::MIN_SIZE,
                                                        measurement::TrainPlan::MAX_SIZE))
            .AddAttribute("Spacing",
                          "Shortest time from a packet to the next one, kept as long as packets "
                          "between 228 bytes and PacketSize give the rate.",
                          TimeValue(MicroSeconds(80)),
                          BetweenMeasurements(MakeTimeAccessor(&Self::m_spacing)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Idle",
                          "Pause after a stream, as a multiple of its duration: 9 keeps the mean "
                          "rate at a tenth.",
                          DoubleValue(9),
                          BetweenMeasurements(MakeDoubleAccessor(&Self::m_idle)),
                          MakeDoubleChecker<double>(0))
            .AddAttribute(
                "PctThreshold",
                "Share of increases among the medians of delays from which on there is a trend.",
                DoubleValue(0.55),
                BetweenMeasurements(MakeDoubleAccessor(&Self::m_pct)),
                MakeDoubleChecker<double>(0, 1))
            .AddAttribute("PdtThreshold",
                          "Total increase of these medians, as a share of the sum of their "
                          "changes, from which on there is a trend.",
                          DoubleValue(0.4),
                          BetweenMeasurements(MakeDoubleAccessor(&Self::m_pdt)),
                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

UdpProbe::Values
SlopsProbe::Estimate(const std::vector<measurement::ProbeTrain>& trains) const
{
    measurement::SlopsFleet fleet(m_streams, {m_pct, m_pdt});
    for (const auto& stream : trains)
    {
        fleet.Add(stream);
    }
    const auto rate = trains.empty() ? std::nullopt : trains.front().GetRate();
    return {{"answer", static_cast<double>(fleet.GetAnswer()), "1"},
            {"dispersion_rate", rate.value_or(0), "bit/s"}};
}

Time
SlopsProbe::GetExpectedDuration(double rate, Time roundTrip) const
{
    Time sum = roundTrip + roundTrip;
    for (const auto& plan : Rehearse(rate))
    {
        sum += NanoSeconds(plan.GetDuration()) + GetLinger() + roundTrip;
    }
    return sum;
}

double
SlopsProbe::GetExpectedBytes(double rate) const
{
    double sum = 0;
    for (const auto& plan : Rehearse(rate))
    {
        sum += static_cast<double>(plan.GetBytes());
    }
    return sum;
}

bool
SlopsProbe::IsHeavy() const
{
    return true;
}

void
SlopsProbe::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_search.reset();
    UdpProbe::DoDispose();
}

measurement::TrainPlan
SlopsProbe::MakePlan(const Draw& draw) const
{
    return m_search ? MakeFleet(m_search->GetRate()) : MakeTrain();
}

void
SlopsProbe::Begin()
{
    NS_LOG_FUNCTION(this);
    m_search.reset();
    UdpProbe::Begin();
}

void
SlopsProbe::Conclude(const Values& values, bool current)
{
    NS_LOG_FUNCTION(this << current);
    if (!m_search)
    {
        const double rate = current ? Find(values, "dispersion_rate") : 0;
        Report("dispersion_rate", rate, "bit/s");
        m_search = MakeSearch(rate);
        UdpProbe::Begin();
        return;
    }
    m_search->Update(current ? static_cast<measurement::SlopsSearch::Answer>(Find(values, "answer"))
                             : measurement::SlopsSearch::ABOVE);
    NS_LOG_LOGIC("the next rate is " << m_search->GetRate());
    if (!m_search->IsDone())
    {
        UdpProbe::Begin();
        return;
    }
    const double low = m_search->GetLow();
    const double high = m_search->GetHigh();
    Report({{"available", (low + high) / 2, "bit/s"},
            {"available_low", low, "bit/s"},
            {"available_high", high, "bit/s"},
            {"grey", m_search->GetGrey(), "bit/s"},
            {"fleets", static_cast<double>(m_search->GetRounds()), "1"}});
    Complete();
}

void
SlopsProbe::DoStart()
{
    NS_LOG_FUNCTION(this);
    MakeSearch(0); // refuses rates that do not go together
    UdpProbe::DoStart();
}

measurement::SlopsSearch
SlopsProbe::MakeSearch(double dispersion) const
{
    const auto least = static_cast<double>(m_leastRate.GetBitRate());
    const auto most = static_cast<double>(m_mostRate.GetBitRate());
    const bool known = dispersion >= least && dispersion <= most;
    const double first = known ? dispersion : (least + most) / 2;
    return measurement::SlopsSearch(
        {first, least, most, m_resolution * first, std::min(GREY_SHARE * first, MAX_GREY)});
}

measurement::TrainPlan
SlopsProbe::MakeTrain() const
{
    measurement::TrainPlan plan;
    plan.AddTrain(0, m_size, TRAIN_LENGTH, 0);
    return plan;
}

measurement::TrainPlan
SlopsProbe::MakeFleet(double rate) const
{
    const double wanted = rate * static_cast<double>(m_spacing.GetNanoSeconds()) / 8e9;
    const double largest = m_size;
    const auto size =
        static_cast<uint32_t>(std::clamp(wanted, std::min<double>(MIN_SIZE, largest), largest));
    const auto gap = std::max<int64_t>(std::llround(8e9 * size / rate), 1);
    const auto stream = static_cast<double>(m_length * gap);
    measurement::TrainPlan plan;
    for (uint32_t i = 0; i < m_streams; ++i)
    {
        plan.AddTrain(std::llround(i * stream * (1 + m_idle)), size, m_length, gap);
    }
    return plan;
}

std::vector<measurement::TrainPlan>
SlopsProbe::Rehearse(double rate) const
{
    std::vector<measurement::TrainPlan> plans{MakeTrain()};
    for (auto search = MakeSearch(rate); !search.IsDone();)
    {
        plans.push_back(MakeFleet(search.GetRate()));
        search.Update(search.GetRate() < rate ? measurement::SlopsSearch::BELOW
                                              : measurement::SlopsSearch::ABOVE);
    }
    return plans;
}

} // namespace ns3
