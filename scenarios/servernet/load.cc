/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "load.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-request-pool.h"
#include "ns3/servernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ServernetLoadScenario);

namespace
{

const Time TICK = NanoSeconds(20);

} // namespace

TypeId
ServernetLoadScenario::GetTypeId()
{
    using Self = ServernetLoadScenario;
    static TypeId tid = AddStreamBase(
        TypeId("ns3::ServernetLoadScenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("servernet")
            .AddConstructor<Self>()
            .AddAttribute("Topology",
                          "Name of a topology, such as tetra-16, or path of a topology file.",
                          StringValue("tetra-16"),
                          MakeStringAccessor(&Self::m_topology),
                          burst::MakeFileChecker(&GetServerNetTopologyFiles))
            .AddAttribute("Pattern",
                          "Where devices send to, any ns3::DestinationPattern.",
                          StringValue("ns3::UniformDestinations"),
                          burst::MakeObjectTextAccessor(&Self::m_pattern),
                          burst::MakeObjectTextChecker<DestinationPattern>())
            .AddAttribute("Process",
                          "When requests come, in ticks: any ns3::ArrivalProcess.",
                          StringValue("ns3::PoissonArrivals[Rate=0.0004]"),
                          burst::MakeObjectTextAccessor(&Self::m_process),
                          burst::MakeObjectTextChecker<ArrivalProcess>())
            .AddAttribute("Source",
                          "Device: each device has such a process; Pool: there is one, and each of "
                          "its requests goes to a random device.",
                          EnumValue(DEVICE),
                          burst::MakeEnumerationAccessor<Source>(&Self::m_source),
                          MakeEnumChecker(DEVICE, "Device", POOL, "Pool"))
            .AddAttribute("ReadFraction",
                          "Probability that a request is a read.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&Self::m_readFraction),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("CpuOutstanding",
                          "Outstanding requests of a device, unless it is of kind io.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&Self::m_cpuOutstanding),
                          MakeUintegerChecker<uint32_t>(1, ServerNetTransactions::MOST))
            .AddAttribute("IoOutstanding",
                          "Outstanding requests of a device of kind io.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&Self::m_ioOutstanding),
                          MakeUintegerChecker<uint32_t>(1, ServerNetTransactions::MOST))
            .AddAttribute("Arbiter",
                          "Of the outputs of the routers, any ns3::ServerNetArbiter.",
                          StringValue("ns3::ServerNetRandomArbiter"),
                          burst::MakeObjectTextAccessor(&Self::m_arbiter),
                          burst::MakeObjectTextChecker<ServerNetArbiter>())
            .AddAttribute("FifoFlits",
                          "Flits the FIFO of a router's input holds.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&Self::m_fifoFlits),
                          MakeUintegerChecker<uint32_t>(4, ServerNetTiming::MOST_FLITS))
            .AddAttribute("HeadTicks",
                          "Ticks that the head of a packet takes through a router.",
                          UintegerValue(15),
                          MakeUintegerAccessor(&Self::m_headTicks),
                          MakeUintegerChecker<uint32_t>(2, ServerNetTiming::MOST_TICKS))
            .AddAttribute(
                "Engine",
                "Event or Flit; both do the same.",
                EnumValue(ServerNetEngine::EVENT),
                burst::MakeEnumerationAccessor<ServerNetEngine::Kind>(&Self::m_engine),
                MakeEnumChecker(ServerNetEngine::EVENT, "Event", ServerNetEngine::FLIT, "Flit"))
            .AddAttribute("WarmUp",
                          "Ticks before those that are measured.",
                          UintegerValue(50'000),
                          MakeUintegerAccessor(&Self::m_warmUp),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Ticks",
                          "Measured ticks, of 20 ns.",
                          UintegerValue(1'000'000),
                          MakeUintegerAccessor(&Self::m_ticks),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Samples",
                          "Number of measured transactions after which the run ends, if Ticks are "
                          "not over before; 0: no limit.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Self::m_samples),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("StallTicks",
                          "Length of the interval, from StallStart on, in which each stall is "
                          "recorded, in ticks; above 0 the cause of all stalls is determined.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Self::m_stallTicks),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("StallStart",
                          "Measured ticks before the interval of StallTicks.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Self::m_stallStart),
                          MakeUintegerChecker<uint32_t>()));
    return tid;
}

std::string
ServernetLoadScenario::GetHelp() const
{
    return "Loads a network with requests and measures rates, two-way times, and what each "
           "category of links did in each direction.";
}

Time
ServernetLoadScenario::GetDuration() const
{
    return TICK * (int64_t{m_warmUp} + m_ticks);
}

void
ServernetLoadScenario::DoBuild()
{
    const fabric::Topology topology = ServerNetTopology(m_topology);
    m_devices = BuildNetwork(topology);
    m_fabric = ServerNetHelper::GetFabric(m_devices);
    InstallLoad(topology);
    const ServerNetExpectedLoad expected = GetExpected();
    m_fabric->SetTraffic(expected);
    ServerNetHelper::AssignStreams(m_devices, GetStreamBase());
    Watch();
    m_links->SetExpected(expected, GetRate());
    Simulator::Schedule(TICK * int64_t{m_warmUp}, &ServernetLoadScenario::Begin, this);
    Simulator::Schedule(GetDuration(), &ServernetLoadScenario::Finish, this);
}

NetDeviceContainer
ServernetLoadScenario::BuildNetwork(const fabric::Topology& topology) const
{
    ServerNetHelper helper;
    helper.SetFabricAttribute("Tick", TimeValue(TICK));
    helper.SetFabricAttribute("FifoFlits", UintegerValue(m_fifoFlits));
    helper.SetFabricAttribute("HeadTicks", UintegerValue(m_headTicks));
    helper.SetFabricAttribute("Engine", EnumValue(m_engine));
    helper.SetFabricAttribute("Arbiter", burst::ObjectTextValue(m_arbiter));
    helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(m_cpuOutstanding));
    helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(m_ioOutstanding), "io");
    return helper.Install(topology);
}

void
ServernetLoadScenario::InstallLoad(const fabric::Topology& topology)
{
    m_destinations = m_pattern.Create<DestinationPattern>();
    m_destinations->SetDevices(topology.GetDeviceValues("subtree"),
                               topology.GetDeviceValues("kind"));
    const uint32_t count = m_source == POOL ? 1 : m_devices.GetN();
    for (uint32_t device = 0; device < count; ++device)
    {
        Ptr<ServerNetRequestApplication> application;
        if (m_source == POOL)
        {
            application = CreateObject<ServerNetRequestPool>();
        }
        else
        {
            application = CreateObject<ServerNetRequestApplication>();
        }
        application->SetAttribute("Process", PointerValue(m_process.Create<ArrivalProcess>()));
        application->SetAttribute("Destinations", PointerValue(m_destinations));
        application->SetAttribute("ReadFraction", DoubleValue(m_readFraction));
        m_devices.Get(device)->GetNode()->AddApplication(application);
        m_applications.push_back(application);
    }
    m_requestFlits = GetMeanFlits(SERVERNET_READ_REQUEST, SERVERNET_WRITE_REQUEST);
    m_responseFlits = GetMeanFlits(SERVERNET_READ_RESPONSE, SERVERNET_WRITE_RESPONSE);
}

void
ServernetLoadScenario::Watch()
{
    m_links = CreateObject<ServerNetLinkMonitor>();
    m_links->SetAttribute("Blame", BooleanValue(m_stallTicks > 0));
    m_links->Watch(m_fabric);
    m_transactions = CreateObject<ServerNetTransactionMonitor>();
    m_transactions->Watch(m_fabric);
    if (m_samples)
    {
        m_transactions->SetLimit(m_samples, [this] { // while the fabric is at work
            Simulator::ScheduleNow(&ServernetLoadScenario::Finish, this);
        });
    }
    GetRecorder().Statistics(m_links);
    GetRecorder().Statistics(m_transactions);
    GetRecorder().Statistics(m_fabric,
                             "",
                             {"servernet.packets",
                              "servernet.discarded",
                              "servernet.missing",
                              "servernet.engine_events"});
    if (m_stallTicks > 0)
    {
        m_stalls = GetArchive().AddTable("stalls",
                                         {{"packet", "1"},
                                          {"channel", "1"},
                                          {"begin", "tick"},
                                          {"end", "tick"},
                                          {"blamed_packet", "1"},
                                          {"blamed_channel", "1"}});
        m_fabric->TraceConnectWithoutContext("Stalled",
                                             MakeCallback(&ServernetLoadScenario::Stalled, this));
    }
}

double
ServernetLoadScenario::GetRate() const
{
    const double rate = m_applications.front()->GetProcess()->GetMeanRate();
    return m_source == POOL ? rate / m_devices.GetN() : rate;
}

double
ServernetLoadScenario::GetMeanFlits(ServerNetPacketType read, ServerNetPacketType write) const
{
    UintegerValue bytes;
    m_applications.front()->GetAttribute("DataBytes", bytes);
    return m_readFraction * ServerNetPacket::GetFlits(read, bytes.Get()) +
           (1 - m_readFraction) * ServerNetPacket::GetFlits(write, bytes.Get());
}

ServerNetExpectedLoad
ServernetLoadScenario::GetExpected() const
{
    return {m_fabric->GetNetwork(), *m_destinations, m_requestFlits, m_responseFlits};
}

uint64_t
ServernetLoadScenario::CountOffered() const
{
    uint64_t offered = 0;
    for (const auto& application : m_applications)
    {
        offered += application->GetOffered();
    }
    return offered;
}

void
ServernetLoadScenario::Begin()
{
    m_begin = m_fabric->GetTick();
    m_offered = CountOffered();
    m_measuring = true;
    m_transactions->Start();
    m_links->Start();
}

void
ServernetLoadScenario::Finish()
{
    if (m_measuring)
    {
        m_links->Stop();
        m_transactions->Stop();
        m_measuring = false;
        m_offered = CountOffered() - m_offered;
        Simulator::Stop();
    }
}

void
ServernetLoadScenario::Stalled(const ServerNetEngine::Stall& stall)
{
    const int64_t begin = m_begin + m_stallStart;
    if (stall.begin >= begin && stall.begin < begin + m_stallTicks && m_measuring)
    {
        GetArchive().AddRow(m_stalls,
                            std::vector<double>{static_cast<double>(stall.packet),
                                                static_cast<double>(stall.channel),
                                                static_cast<double>(stall.begin - m_begin),
                                                static_cast<double>(stall.end - m_begin),
                                                static_cast<double>(stall.blamedPacket),
                                                static_cast<double>(stall.blamedChannel)});
    }
}

void
ServernetLoadScenario::DoReport()
{
    constexpr double TICKS_PER_MS = 50'000;
    const auto ticks = static_cast<double>(m_links->GetTicks());
    Report("servernet.nominal_load",
           GetRate() * TICKS_PER_MS,
           "1/ms",
           "requests of a device in the long run");
    Report("servernet.offered_load",
           static_cast<double>(m_offered) / m_devices.GetN() / ticks * TICKS_PER_MS,
           "1/ms",
           "requests of a device that came, made at once or not");
    Report("servernet.generation_rate",
           static_cast<double>(m_transactions->GetTransactions()) *
               (m_requestFlits + m_responseFlits) / ticks,
           "flit/tick",
           "flits of the transactions generated");
    Report("servernet.empty_two_way",
           GetExpected().GetEmptyTwoWay(), // a permutation was drawn since
           "tick",
           "two_way of an empty network, closed form");
    m_fabric->Report(GetLedger(), "fabric");
    const uint32_t requests = GetLedger().AddAccount("requests");
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        DynamicCast<ServerNetNetDevice>(m_devices.Get(i))->Report(GetLedger(), requests);
    }
}

} // namespace ns3
