/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../common/rows.h"
#include "../common/stack.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/node-container.h"
#include "ns3/path-measurement-agent.h"
#include "ns3/path-measurement-cross-traffic.h"
#include "ns3/path-measurement-host-clock.h"
#include "ns3/path-measurement-host-parts.h"
#include "ns3/path-measurement-ping.h"
#include "ns3/path-measurement-probe.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/run-archive.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

/** A path between two hosts, whose bottleneck others may use too, and probes one after another. */
class PathMeasurementPathScenario : public scenario::Scenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    /** Hosts and routers, in the order of their nodes. */
    enum Place
    {
        SENDER,
        NEAR, //!< router before the bottleneck
        FAR,  //!< router behind it
        RECEIVER,
        CROSS_SENDER,
        CROSS_RECEIVER,
        PLACES
    };

    /** Packets of the bottleneck, towards the receiver. */
    struct Counts
    {
        uint64_t sent{0};    //!< by it
        uint64_t damaged{0}; //!< by random loss
        uint64_t dropped{0}; //!< by its queue
        uint64_t others{0};  //!< bytes of cross traffic, to their receiver
    };

    void DoBuild() override;
    void DoReport() override;

    void BuildNetwork(); //!< Nodes, links, queues and routes.
    void Measure();      //!< Begin the next measurement.
    /** @param beside whether it is of the tool beside @param result of the measurement */
    void Record(bool beside, const MeasurementResult& result);

    DataRate m_rate;                   //!< attribute Rate
    Time m_roundTrip;                  //!< attribute RoundTrip
    Time m_buffer;                     //!< attribute Buffer
    double m_loss;                     //!< attribute Loss
    uint32_t m_mtu;                    //!< attribute Mtu
    PathMeasurementStack::Year m_year; //!< attribute Stack
    uint32_t m_ackEvery;               //!< attribute AckEvery
    std::string m_text;                //!< attribute Probes
    uint32_t m_repeat;                 //!< attribute Repeat
    Time m_pause;                      //!< attribute Pause
    Time m_most;                       //!< attribute MaxTime
    burst::ObjectText m_besideText;    //!< attribute Beside
    burst::ObjectText m_cross;         //!< attribute CrossTraffic
    bool m_replies;                    //!< attribute Replies
    Time m_login;                      //!< attribute LoginTime
    burst::ObjectText m_clock;         //!< attribute Clock
    burst::ObjectText m_processor;     //!< attribute Processor
    burst::ObjectText m_farProcessor;  //!< attribute RemoteProcessor
    burst::ObjectText m_disk;          //!< attribute Disk
    burst::ObjectText m_farDisk;       //!< attribute RemoteDisk

    NodeContainer m_nodes;                       //!< by Place
    std::vector<Ipv4Address> m_addresses;        //!< by Place, of hosts
    std::vector<std::string> m_texts;            //!< of the probes
    std::vector<Ptr<MeasurementProbe>> m_probes; //!< in their order
    Ptr<MeasurementProbe> m_beside;              //!< of the neighbour, or null
    Ptr<CrossTraffic> m_others;                  //!< or null
    uint32_t m_begun{0};                         //!< measurements
    uint32_t m_running{0};                       //!< measurements, with that of the neighbour
    Counts m_now;                                //!< so far
    Counts m_then;                               //!< when the measurement began
    MeasurementRows m_rows;                      //!< results
    std::vector<std::vector<double>> m_rtts;     //!< rows of the table replies
};

NS_OBJECT_ENSURE_REGISTERED(PathMeasurementPathScenario);

namespace
{

constexpr int64_t ACCESS_US = 100; //!< delay of the links of hosts

} // namespace

TypeId
PathMeasurementPathScenario::GetTypeId()
{
    using Self = PathMeasurementPathScenario;
    static TypeId tid = AddStreamBase(
        TypeId("ns3::PathMeasurementPathScenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("path-measurement")
            .AddConstructor<Self>()
            .AddAttribute("Rate",
                          "Rate of the bottleneck; hosts have 1 Gb/s.",
                          DataRateValue(DataRate("100Mb/s")),
                          MakeDataRateAccessor(&Self::m_rate),
                          burst::MakePositiveRateChecker())
            .AddAttribute("RoundTrip",
                          "Delays of all links there and back.",
                          TimeValue(MilliSeconds(50)),
                          MakeTimeAccessor(&Self::m_roundTrip),
                          MakeTimeChecker(MicroSeconds(4 * ACCESS_US)))
            .AddAttribute("Buffer",
                          "FIFO queue before the bottleneck, as the time in which it is sent; of "
                          "Stack 2002.",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&Self::m_buffer),
                          MakeTimeChecker(Time(0), Seconds(10)))
            .AddAttribute(
                "Loss",
                "Random loss at the bottleneck towards the receiver, fraction of packets.",
                DoubleValue(0),
                MakeDoubleAccessor(&Self::m_loss),
                MakeDoubleChecker<double>(0, 0.5))
            .AddAttribute(
                "Mtu",
                "Bytes of a full IP packet on all links, 1,500 or more: large frames have "
                "9,000.",
                UintegerValue(PathMeasurementStack::PACKET),
                MakeUintegerAccessor(&Self::m_mtu),
                MakeUintegerChecker<uint32_t>(PathMeasurementStack::PACKET, 65'535))
            .AddAttribute("Stack",
                          "TCP of hosts and queues of routers.",
                          EnumValue(PathMeasurementStack::Y2002),
                          MakeEnumAccessor<PathMeasurementStack::Year>(&Self::m_year),
                          PathMeasurementStack::MakeChecker())
            .AddAttribute("AckEvery",
                          "Segments for which TCP sends one acknowledgement: 2 for delayed ones.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&Self::m_ackEvery),
                          MakeUintegerChecker<uint32_t>(1, 100))
            .AddAttribute("Probes",
                          "Tools with their attributes, between semicolons; Remote is set.",
                          StringValue("ns3::PingProbe;ns3::TracerouteProbe;ns3::PacketPairProbe"),
                          MakeStringAccessor(&Self::m_text),
                          MakeStringChecker())
            .AddAttribute("Beside",
                          "Tool without a server by which a neighbour of the sender measures while "
                          "a heavy tool does; Remote is set. None: nobody.",
                          burst::ObjectTextValue(),
                          burst::MakeObjectTextAccessor(&Self::m_besideText),
                          burst::MakeObjectTextChecker<MeasurementProbe>(true))
            .AddAttribute("Repeat",
                          "How often all of them measure.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Self::m_repeat),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Pause",
                          "Time between measurements, and before the first one.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&Self::m_pause),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MaxTime",
                          "When the run ends, if not all have measured.",
                          TimeValue(Hours(24)),
                          MakeTimeAccessor(&Self::m_most),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("Replies",
                          "Whether each reply to a ping of Probes has a row in the table replies.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Self::m_replies),
                          MakeBooleanChecker())
            .AddAttribute("LoginTime",
                          "Processing time of a login at the receiver.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&Self::m_login),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Clock",
                          "Of sender and receiver, and their interrupts; none: exact.",
                          burst::ObjectTextValue(),
                          burst::MakeObjectTextAccessor(&Self::m_clock),
                          burst::MakeObjectTextChecker<HostClock>(true))
            .AddAttribute("Processor",
                          "Of the sender; none: no limit.",
                          burst::ObjectTextValue(),
                          burst::MakeObjectTextAccessor(&Self::m_processor),
                          burst::MakeObjectTextChecker<HostProcessor>(true))
            .AddAttribute("RemoteProcessor",
                          "Of the receiver; none: no limit.",
                          burst::ObjectTextValue(),
                          burst::MakeObjectTextAccessor(&Self::m_farProcessor),
                          burst::MakeObjectTextChecker<HostProcessor>(true))
            .AddAttribute("Disk",
                          "Of the sender; none: no limit.",
                          burst::ObjectTextValue(),
                          burst::MakeObjectTextAccessor(&Self::m_disk),
                          burst::MakeObjectTextChecker<HostDisk>(true))
            .AddAttribute("RemoteDisk",
                          "Of the receiver; none: no limit.",
                          burst::ObjectTextValue(),
                          burst::MakeObjectTextAccessor(&Self::m_farDisk),
                          burst::MakeObjectTextChecker<HostDisk>(true))
            .AddAttribute("CrossTraffic",
                          "What others send over the bottleneck while somebody measures; none: "
                          "nothing.",
                          burst::ObjectTextValue(),
                          burst::MakeObjectTextAccessor(&Self::m_cross),
                          burst::MakeObjectTextChecker<CrossTraffic>(true)));
    return tid;
}

std::string
PathMeasurementPathScenario::GetHelp() const
{
    return "Measures a path between two hosts with tools one after another, and reports beside "
           "each "
           "result what was true: rate, room that others left, and loss.";
}

Time
PathMeasurementPathScenario::GetDuration() const
{
    return m_most;
}

void
PathMeasurementPathScenario::DoBuild()
{
    PathMeasurementStack(m_year).SetDefaults(1, m_mtu);
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(m_ackEvery));
    BuildNetwork();
    const auto agent = CreateObject<MeasurementAgent>();
    agent->SetAttribute("LoginTime", TimeValue(m_login));
    m_nodes.Get(RECEIVER)->AddApplication(agent);
    const auto give =
        [this](Place host, const burst::ObjectText& processor, const burst::ObjectText& disk) {
            if (m_clock)
            {
                m_nodes.Get(host)->AggregateObject(m_clock.Create<HostClock>());
            }
            if (processor)
            {
                m_nodes.Get(host)->AggregateObject(processor.Create<HostProcessor>());
            }
            if (disk)
            {
                m_nodes.Get(host)->AggregateObject(disk.Create<HostDisk>());
            }
        };
    give(SENDER, m_processor, m_disk);
    give(RECEIVER, m_farProcessor, m_farDisk);
    int64_t stream = GetStreamBase() + 100;
    std::istringstream texts(m_text);
    for (std::string text; std::getline(texts, text, ';');)
    {
        const auto probe = burst::CreateFromText<MeasurementProbe>(text);
        probe->SetAttribute("Remote", Ipv4AddressValue(m_addresses[RECEIVER]));
        stream += probe->AssignStreams(stream);
        m_texts.push_back(text);
        m_probes.push_back(probe);
        if (m_replies && probe->GetInstanceTypeId() == PingProbe::GetTypeId())
        {
            probe->TraceConnectWithoutContext(
                "Rtt",
                Callback<void, uint16_t, Time>([this](uint16_t sequence, Time time) {
                    m_rtts.push_back({m_begun - 1.0, double(sequence), time.GetSeconds()});
                }));
        }
    }
    if (m_probes.empty())
    {
        throw std::invalid_argument("Probes is empty; it is a list of tools, as ns3::PingProbe");
    }
    if (m_besideText)
    {
        m_beside = m_besideText.Create<MeasurementProbe>();
        m_beside->SetAttribute("Remote", Ipv4AddressValue(m_addresses[CROSS_RECEIVER]));
        m_beside->AssignStreams(stream);
    }
    Simulator::Schedule(m_pause, &PathMeasurementPathScenario::Measure, this);
}

void
PathMeasurementPathScenario::BuildNetwork()
{
    m_nodes.Create(PLACES);
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.Install(m_nodes);
    PointToPointHelper access;
    access.SetDeviceAttribute("DataRate", StringValue("1Gb/s"));
    access.SetDeviceAttribute("Mtu", UintegerValue(m_mtu));
    access.SetChannelAttribute("Delay", TimeValue(MicroSeconds(ACCESS_US)));
    access.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("100000p"));
    PointToPointHelper middle;
    middle.SetDeviceAttribute("DataRate", DataRateValue(m_rate));
    middle.SetDeviceAttribute("Mtu", UintegerValue(m_mtu));
    middle.SetChannelAttribute("Delay", TimeValue(m_roundTrip / 2 - MicroSeconds(2 * ACCESS_US)));
    const auto bottleneck = middle.Install(m_nodes.Get(NEAR), m_nodes.Get(FAR));
    m_addresses.resize(PLACES);
    Ipv4AddressHelper addresses("10.1.0.0", "255.255.255.252");
    const PathMeasurementStack queues(m_year);
    for (uint32_t end = 0; end < 2; ++end)
    {
        queues.InstallQueue(bottleneck.Get(end), m_rate, m_buffer);
    }
    addresses.Assign(bottleneck);
    NetDeviceContainer behind;
    for (const auto& [host, router] : std::vector<std::pair<Place, Place>>{
             {SENDER, NEAR},
             {RECEIVER, FAR},
             {CROSS_SENDER, NEAR},
             {CROSS_RECEIVER, FAR},
         })
    {
        const auto devices = access.Install(m_nodes.Get(host), m_nodes.Get(router));
        addresses.NewNetwork();
        m_addresses[host] = addresses.Assign(devices).GetAddress(0);
        TrafficControlHelper().Uninstall(devices);
        behind = devices;
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    const auto count = [](Ptr<NetDevice> device, const char* trace, uint64_t& number) {
        device->TraceConnectWithoutContext(
            trace,
            Callback<void, Ptr<const Packet>>([&number](Ptr<const Packet>) { ++number; }));
    };
    count(bottleneck.Get(0), "PhyTxBegin", m_now.sent);
    count(bottleneck.Get(1), "PhyRxDrop", m_now.damaged);
    bottleneck.Get(0)
        ->GetNode()
        ->GetObject<TrafficControlLayer>()
        ->GetRootQueueDiscOnDevice(bottleneck.Get(0))
        ->TraceConnectWithoutContext("Drop",
                                     Callback<void, Ptr<const QueueDiscItem>>(
                                         [this](Ptr<const QueueDiscItem>) { ++m_now.dropped; }));
    behind.Get(1)->TraceConnectWithoutContext(
        "PhyTxBegin",
        Callback<void, Ptr<const Packet>>(
            [this](Ptr<const Packet> packet) { m_now.others += packet->GetSize(); }));
    const auto errors = CreateObject<RateErrorModel>();
    errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    errors->SetRate(m_loss);
    errors->AssignStreams(GetStreamBase());
    bottleneck.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
    if (m_cross)
    {
        m_others = m_cross.Create<CrossTraffic>();
        m_others->SetLink(bottleneck.Get(0));
        m_others->SetPath(m_nodes.Get(CROSS_SENDER),
                          m_nodes.Get(CROSS_RECEIVER),
                          m_addresses[CROSS_RECEIVER]);
        m_others->AssignStreams(GetStreamBase() + 1);
    }
}

void
PathMeasurementPathScenario::Measure()
{
    m_then = m_now;
    const auto& probe = m_probes[m_begun++ % m_probes.size()];
    const bool beside = m_beside && probe->IsHeavy();
    const auto expected = [this](const Ptr<MeasurementProbe>& of) {
        return of->GetExpectedDuration(m_rate.GetBitRate(), m_roundTrip);
    };
    if (m_others)
    {
        const Time most = std::max(expected(probe), beside ? expected(m_beside) : Time(0));
        m_others->Announce(Simulator::Now(), Simulator::Now() + most);
    }
    m_running = beside ? 2 : 1;
    auto record = MakeCallback(&PathMeasurementPathScenario::Record, this);
    probe->Start(m_nodes.Get(SENDER), record.Bind(false));
    if (beside)
    {
        m_beside->Start(m_nodes.Get(CROSS_SENDER), record.Bind(true));
    }
}

void
PathMeasurementPathScenario::Record(bool beside, const MeasurementResult& result)
{
    const uint32_t number = m_begun - 1;
    auto extended = result;
    const double seconds = (result.end - result.begin).GetSeconds();
    const auto add = [&extended](const char* name, double value, const char* unit) {
        extended.values.push_back({name, value, unit});
    };
    add("true_rate", m_rate.GetBitRate(), "bit/s");
    const double lost = m_now.damaged - m_then.damaged + m_now.dropped - m_then.dropped;
    const double arrived = m_now.sent - m_then.sent + m_now.dropped - m_then.dropped;
    if (seconds > 0)
    {
        add("true_available",
            m_rate.GetBitRate() - 8 * (m_now.others - m_then.others) / seconds,
            "bit/s");
    }
    if (arrived > 0)
    {
        add("true_loss", lost / arrived, "1");
    }
    m_rows.Add(beside ? m_besideText.Write() : m_texts[number % m_texts.size()],
               beside ? "neighbour" : "sender",
               "receiver",
               number / m_probes.size(),
               extended);
    if (--m_running > 0)
    {
        return;
    }
    if (m_begun < m_repeat * m_probes.size())
    {
        Simulator::Schedule(m_pause, &PathMeasurementPathScenario::Measure, this);
    }
    else
    {
        Simulator::Stop();
    }
}

void
PathMeasurementPathScenario::DoReport()
{
    m_rows.Write(GetArchive());
    if (m_replies)
    {
        const auto table =
            GetArchive().AddTable("replies",
                                  {{"measurement", "1"}, {"sequence", "1"}, {"rtt", "s"}});
        for (const auto& row : m_rtts)
        {
            GetArchive().AddRow(table, row);
        }
    }
    Report("path.measurements", m_begun, "1", "measurements that have begun");
    Report("path.time", Simulator::Now().GetSeconds(), "s", "simulated");
    Report("path.packets", m_now.sent, "1", "packets on the bottleneck, towards the receiver");
    Report("path.damaged", m_now.damaged, "1", "packets lost by chance");
    Report("path.dropped", m_now.dropped, "1", "packets that the queue dropped");
}

} // namespace ns3
