/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "load.h"

#include "load-files.h"

#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/integer.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-request-pool.h"
#include "ns3/servernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>

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
    static TypeId tid =
        TypeId("ns3::ServernetLoadScenario")
            .SetParent<burst::Scenario>()
            .SetGroupName("servernet")
            .AddConstructor<Self>()
            .AddAttribute("Topology",
                          "Name of a topology, such as tetra-16, or path of a topology file.",
                          StringValue("tetra-16"),
                          MakeStringAccessor(&Self::m_topology),
                          MakeStringChecker())
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
                          "Ticks a head takes through a router.",
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
                          "End before Ticks are over as soon as that many transactions are "
                          "measured; 0: do not.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Self::m_samples),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("StallTicks",
                          "Of the measured ticks the first ones, of which every stall is recorded; "
                          "above 0 all stalls are blamed.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Self::m_stallTicks),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("StreamBase",
                          "First random stream.",
                          IntegerValue(0),
                          MakeIntegerAccessor(&Self::m_stream),
                          MakeIntegerChecker<int64_t>(0, INT64_MAX / 2));
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

std::vector<std::string>
ServernetLoadScenario::GetInputFiles() const
{
    return GetLoadFiles(m_topology, m_process, m_pattern);
}

void
ServernetLoadScenario::DoBuild()
{
    const fabric::Topology topology = ServerNetTopology(m_topology);
    m_load.devices = BuildNetwork(topology);
    m_load.fabric = ServerNetHelper::GetFabric(m_load.devices);
    InstallLoad(topology);
    m_load.requestFlits = GetMeanFlits(SERVERNET_READ_REQUEST, SERVERNET_WRITE_REQUEST);
    m_load.responseFlits = GetMeanFlits(SERVERNET_READ_RESPONSE, SERVERNET_WRITE_RESPONSE);
    m_load.expected.emplace(m_load.fabric->GetNetwork(),
                            *m_load.destinations,
                            m_load.requestFlits,
                            m_load.responseFlits);
    m_load.fabric->SetTraffic(*m_load.expected);
    ServerNetHelper::AssignStreams(m_load.devices, m_stream);
    m_load.monitor = std::make_unique<ServerNetLinkMonitor>(m_load.fabric, m_stallTicks > 0);
    Watch();
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
    m_load.destinations = m_pattern.Create<DestinationPattern>();
    m_load.destinations->SetDevices(topology.GetDeviceValues("subtree"),
                                    topology.GetDeviceValues("kind"));
    const uint32_t count = m_source == POOL ? 1 : m_load.devices.GetN();
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
        application->SetAttribute("Destinations", PointerValue(m_load.destinations));
        application->SetAttribute("ReadFraction", DoubleValue(m_readFraction));
        m_load.devices.Get(device)->GetNode()->AddApplication(application);
        m_applications.push_back(application);
    }
}

void
ServernetLoadScenario::Watch()
{
    const ServerNetNetwork& network = m_load.fabric->GetNetwork();
    for (uint32_t device = 0; device < m_load.devices.GetN(); ++device)
    {
        const auto& name = network.GetTopology().GetNodes()[network.GetDevices()[device]].kind;
        auto kind =
            std::find_if(m_load.kinds.begin(),
                         m_load.kinds.end(),
                         [&name](const ServernetLoad::Kind& known) { return known.name == name; });
        if (kind == m_load.kinds.end())
        {
            kind = m_load.kinds.emplace(kind);
            kind->name = name;
        }
        ++kind->devices;
        m_load.kind.push_back(kind - m_load.kinds.begin());
        m_load.devices.Get(device)->TraceConnectWithoutContext(
            "RequestCreated",
            MakeBoundCallback(&Created, this, device));
        m_load.devices.Get(device)->TraceConnectWithoutContext(
            "TransactionDone",
            MakeBoundCallback(&Done, this, device));
    }
    if (m_stallTicks > 0)
    {
        m_stalls = GetArchive().AddTable("stalls",
                                         {{"packet", "1"},
                                          {"channel", "1"},
                                          {"begin", "tick"},
                                          {"end", "tick"},
                                          {"blamed_packet", "1"},
                                          {"blamed_channel", "1"}});
        m_load.fabric->TraceConnectWithoutContext(
            "Stalled",
            MakeCallback(&ServernetLoadScenario::Stalled, this));
    }
}

double
ServernetLoadScenario::GetRate() const
{
    const double rate = m_applications.front()->GetProcess()->GetMeanRate();
    return m_source == POOL ? rate / m_load.devices.GetN() : rate;
}

double
ServernetLoadScenario::GetMeanFlits(ServerNetPacketType read, ServerNetPacketType write) const
{
    UintegerValue bytes;
    m_applications.front()->GetAttribute("DataBytes", bytes);
    return m_readFraction * ServerNetPacket::GetFlits(read, bytes.Get()) +
           (1 - m_readFraction) * ServerNetPacket::GetFlits(write, bytes.Get());
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
    m_load.begin = m_load.fabric->GetTick();
    m_load.offered = CountOffered();
    m_measuring = true;
    m_load.monitor->Start();
}

void
ServernetLoadScenario::Finish()
{
    if (m_measuring)
    {
        m_load.monitor->Stop();
        m_measuring = false;
        m_load.end = m_load.fabric->GetTick();
        m_load.offered = CountOffered() - m_load.offered;
        Simulator::Stop();
    }
}

void
ServernetLoadScenario::Created(ServernetLoadScenario* self,
                               uint32_t device,
                               const Transaction& made)
{
    if (self->m_measuring)
    {
        ServernetLoad::Kind& kind = self->m_load.kinds[self->m_load.kind[device]];
        ++kind.transactions;
        kind.requestFlits += ServerNetPacket::GetFlits(made.request.type, made.request.bytes);
    }
}

void
ServernetLoadScenario::Done(ServernetLoadScenario* self,
                            uint32_t device,
                            const Transaction& done,
                            int64_t ticks)
{
    if (!self->m_measuring || (self->m_samples && self->m_load.done == self->m_samples))
    {
        return;
    }
    self->m_load.kinds[self->m_load.kind[device]].twoWay.Add(ticks);
    const ServerNetNetwork& network = self->m_load.fabric->GetNetwork();
    const uint32_t destination = done.request.destination;
    self->m_load.routers += network.GetPath(device, destination).GetSize() +
                            network.GetPath(destination, device).GetSize() - 2;
    if (++self->m_load.done == self->m_samples)
    {
        Simulator::ScheduleNow(&ServernetLoadScenario::Finish, self); // the fabric is at work
    }
}

void
ServernetLoadScenario::Stalled(const ServerNetEngine::Stall& stall)
{
    if (stall.begin >= m_load.begin && stall.begin < m_load.begin + m_stallTicks && m_measuring)
    {
        GetArchive().AddRow(m_stalls,
                            std::vector<double>{static_cast<double>(stall.packet),
                                                static_cast<double>(stall.channel),
                                                static_cast<double>(stall.begin - m_load.begin),
                                                static_cast<double>(stall.end - m_load.begin),
                                                static_cast<double>(stall.blamedPacket),
                                                static_cast<double>(stall.blamedChannel)});
    }
}

void
ServernetLoadScenario::DoReport()
{
    m_load.rate = GetRate();
    ServernetLoadReport(m_load, GetArchive(), GetLedger()).Write();
}

} // namespace ns3
