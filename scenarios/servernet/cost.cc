/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/burst-traffic-arrival-driver.h"
#include "ns3/burst-traffic-destination.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/random-variable-stream.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/servernet-fabric.h"
#include "ns3/servernet-topologies.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * One-way packets through a fabric, from every device to every other device at the same rate,
 * without responses: run_cost in the archive is the cost of the packets. The load of the
 * measurements with BookSim2 is 80 flits per packet and 0.0294 flits/(device tick).
 */
class ServernetCostScenario : public scenario::Scenario
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    void DoBuild() override;
    void DoReport() override;

    void Send(); //!< Send the packet that is due.

    std::string m_topology;         //!< attribute Topology
    ServerNetEngine::Kind m_engine; //!< attribute Engine
    double m_load;                  //!< attribute Load
    uint32_t m_flits;               //!< attribute Flits
    uint64_t m_ticks;               //!< attribute Ticks

    Ptr<ServerNetFabric> m_fabric;          //!< the fabric
    Ptr<ArrivalProcess> m_process;          //!< packets of all devices
    traffic::ArrivalDriver m_driver;        //!< calls Send
    Ptr<DestinationPattern> m_destinations; //!< where they go
    Ptr<UniformRandomVariable> m_source;    //!< where they come from
    uint64_t m_packets{0};                  //!< sent
    uint64_t m_hops{0};                     //!< channels on their ways
};

NS_OBJECT_ENSURE_REGISTERED(ServernetCostScenario);

TypeId
ServernetCostScenario::GetTypeId()
{
    const uint32_t overhead = ServerNetPacket::GetFlits(SERVERNET_WRITE_REQUEST, 0);
    static TypeId tid = AddStreamBase(
        TypeId("ns3::ServernetCostScenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("servernet")
            .AddConstructor<ServernetCostScenario>()
            .AddAttribute("Topology",
                          "Name of a topology, such as tetra-16, or path of a topology file.",
                          StringValue("tetra-16"),
                          MakeStringAccessor(&ServernetCostScenario::m_topology),
                          burst::MakeFileChecker(&GetServerNetTopologyFiles))
            .AddAttribute(
                "Engine",
                "What moves the packets.",
                EnumValue(ServerNetEngine::EVENT),
                burst::MakeEnumerationAccessor<ServerNetEngine::Kind>(
                    &ServernetCostScenario::m_engine),
                MakeEnumChecker(ServerNetEngine::EVENT, "Event", ServerNetEngine::FLIT, "Flit"))
            .AddAttribute("Load",
                          "Flits that each device sends per tick.",
                          DoubleValue(0.0294),
                          MakeDoubleAccessor(&ServernetCostScenario::m_load),
                          MakeDoubleChecker<double>(1e-6, 1))
            .AddAttribute("Flits",
                          "Length of a packet in flits.",
                          UintegerValue(80),
                          MakeUintegerAccessor(&ServernetCostScenario::m_flits),
                          MakeUintegerChecker<uint32_t>(overhead, 65'535))
            .AddAttribute("Ticks",
                          "Ticks of 20 ns in which packets are sent.",
                          UintegerValue(1'000'000),
                          MakeUintegerAccessor(&ServernetCostScenario::m_ticks),
                          MakeUintegerChecker<uint64_t>(1, 1'000'000'000'000)));
    return tid;
}

std::string
ServernetCostScenario::GetHelp() const
{
    return "Sends packets one way through a fabric, evenly among all devices, and nothing else; "
           "run_cost has the price.";
}

Time
ServernetCostScenario::GetDuration() const
{
    return NanoSeconds(20 * m_ticks);
}

void
ServernetCostScenario::DoBuild()
{
    m_fabric = CreateObject<ServerNetFabric>();
    m_fabric->SetAttribute("Engine", EnumValue(m_engine));
    m_fabric->Build(ServerNetTopology(m_topology));
    const std::size_t devices = m_fabric->GetNDevices();
    m_process = burst::CreateFromText<ArrivalProcess>("ns3::PoissonArrivals");
    m_process->SetAttribute("Rate", DoubleValue(m_load * devices / m_flits));
    m_destinations = burst::CreateFromText<DestinationPattern>("ns3::UniformDestinations");
    m_destinations->SetDevices(devices);
    m_source = CreateObject<UniformRandomVariable>();
    m_process->AssignStreams(GetStreamBase());
    m_destinations->AssignStreams(GetStreamBase() + 1);
    m_source->SetStream(GetStreamBase() + 2);
    m_fabric->AssignStreams(GetStreamBase() + 3);
    m_fabric->Initialize();
    m_driver.Start(m_process, NanoSeconds(20), [this](int64_t) { Send(); });
}

void
ServernetCostScenario::Send()
{
    ServerNetPacket packet;
    packet.source = m_source->GetInteger(0, m_fabric->GetNDevices() - 1);
    packet.destination = m_destinations->Draw(packet.source);
    packet.type = SERVERNET_WRITE_REQUEST;
    packet.bytes = m_flits - ServerNetPacket::GetFlits(SERVERNET_WRITE_REQUEST, 0);
    packet.createTick = m_process->Next();
    m_fabric->Send(packet);
    ++m_packets;
    m_hops += m_fabric->GetNetwork().GetPath(packet.source, packet.destination).GetSize();
}

void
ServernetCostScenario::DoReport()
{
    m_fabric->Report(GetLedger(), "fabric");
    Report("packets", m_packets, "1", "number of packets sent");
    Report("hops", m_hops, "1", "channels on the ways of the packets sent");
    Report("delivered", m_fabric->GetDelivered(), "1", "number of packets delivered");
    Report("engine_events", m_fabric->GetEngineEvents(), "1", "steps of the engine");
}

} // namespace ns3
