/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-network.h"

#include "ns3/fabric-ledger.h"
#include "ns3/lossless-ethernet-helper.h"
#include "ns3/lossless-ethernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace burstlab
{

using namespace ns3;

namespace
{

/** Frames of a station at a steady pace, which are only counted. */
class SteadySource : public LosslessSource
{
  public:
    /** @param first tick @param gap ticks @param last tick @param arrival each */
    SteadySource(int64_t first, int64_t gap, int64_t last, const Arrival& arrival)
        : m_next(first),
          m_gap(gap),
          m_last(last),
          m_arrival(arrival)
    {
    }

    int64_t GetNextTick() override
    {
        return m_next <= m_last ? m_next : NEVER;
    }

    Arrival Take() override
    {
        m_next += m_gap;
        return m_arrival;
    }

  private:
    int64_t m_next;    //!< tick
    int64_t m_gap;     //!< ticks
    int64_t m_last;    //!< tick
    Arrival m_arrival; //!< each
};

/** A LosslessEthernetFabric. */
class Lossless : public Network
{
  private:
    void Build() override;
    std::vector<Action> GetOwnActions() override;
    std::vector<std::pair<std::string, Ptr<Object>>> GetOwnObjects() const override;
    void CheckOwn() const override;

    /** @return a random port of a switch */
    uint32_t PickPort() const;
    void Count();     //!< Frames that are only counted, from a station.
    void AskFabric(); //!< What it, a device and a port tell.

    LosslessEthernetHelper m_helper;                      //!< made it
    Ptr<LosslessEthernetFabric> m_fabric;                 //!< the network
    NodeContainer m_switches;                             //!< with their ports
    std::vector<std::unique_ptr<SteadySource>> m_sources; //!< of counted frames
};

void
Lossless::Build()
{
    auto& dice = GetDice();
    const std::vector<std::string> topologies{
        "single-stage[Nodes=" + std::to_string(2 + dice.Below(5)) + "]",
        "two-switch",
        "multi-hop",
        "fat-tree[Nodes=16]",
    };
    static const std::vector<std::string> MEMORIES{"ns3::PartitionedMemory",
                                                   "ns3::SharedMemory",
                                                   "ns3::PriorityMemory",
                                                   "ns3::PriorityMemory[Priorities=137]",
                                                   "ns3::DynamicThresholdMemory"};
    static const std::vector<std::string> POINTS{"",
                                                 "",
                                                 "ns3::BcnCongestionPoint",
                                                 "ns3::QcnCongestionPoint"};
    const auto& point = dice.Pick(POINTS);
    const auto& memory = dice.Pick(MEMORIES);
    const auto& topology = dice.Pick(topologies);
    m_helper.SetFabricAttribute("Memory", StringValue(memory));
    m_helper.SetFabricAttribute("Scheduler",
                                StringValue(dice.Chance(0.3) ? "ns3::IslipScheduler" : ""));
    m_helper.SetFabricAttribute("CongestionPoint", StringValue(point));
    if (!point.empty())
    {
        m_helper.SetFabricAttribute("ReactionPoint",
                                    StringValue(point == "ns3::BcnCongestionPoint"
                                                    ? "ns3::BcnReactionPoint"
                                                    : "ns3::QcnReactionPoint"));
    }
    Call("LosslessEthernetHelper::SetFabricAttribute");
    if (dice.Chance(0.5))
    {
        m_helper.SetDeviceAttribute("TxQueue",
                                    StringValue("ns3::DropTailQueue<Packet>[MaxSize=10p]"));
        m_helper.SetDeviceAttribute("NicMemory", UintegerValue(1000 + dice.Below(100000)));
        Call("LosslessEthernetHelper::SetDeviceAttribute");
    }
    // Shared memories of several switches can block each other, and are refused.
    m_devices = m_helper.Install(
        LosslessTopology(memory == "ns3::SharedMemory" ? topologies.front() : topology));
    m_switches = m_helper.GetSwitches();
    m_fabric = LosslessEthernetHelper::GetFabric(m_devices);
    LosslessEthernetHelper::AssignStreams(m_devices, 1);
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        m_stations.Add(m_devices.Get(i)->GetNode());
    }
    Call("LosslessEthernetHelper::Install");
    Call("LosslessEthernetHelper::GetSwitches");
    Call("LosslessEthernetHelper::GetFabric");
    Call("LosslessEthernetHelper::AssignStreams");
}

uint32_t
Lossless::PickPort() const
{
    const auto& ports = m_fabric->GetNetwork().GetStationPorts();
    return ports[GetDice().Below(ports.size())] ^ 1;
}

void
Lossless::Count()
{
    auto& dice = GetDice();
    const uint32_t station = PickStation();
    const uint32_t to = (station + 1 + dice.Below(m_stations.GetN() - 1)) % m_stations.GetN();
    const auto& network = m_fabric->GetNetwork();
    const int64_t now = network.GetTicks(Simulator::Now());
    const int64_t last = network.GetTicks(Simulator::Now() + GetProgram().GetHorizon());
    auto priority = static_cast<uint8_t>(dice.Below(8));
    while (!m_fabric->HasPriority(priority))
    {
        priority = (priority + 1) % 8; // frames of the others are refused
    }
    m_sources.push_back(std::make_unique<SteadySource>(
        now + 1,
        static_cast<int64_t>(dice.Spread(500, 1e6)),
        last,
        LosslessSource::Arrival{to,
                                static_cast<uint32_t>(64 + dice.Below(1455)),
                                priority,
                                static_cast<uint32_t>(1 + dice.Below(5))}));
    Call("LosslessEthernetFabric::SetSource");
    m_fabric->SetSource(station, m_sources.back().get());
}

void
Lossless::AskFabric()
{
    auto& program = GetProgram();
    const uint32_t port = PickPort();
    program.Ask("LosslessEthernetFabric::GetInFlight", m_fabric->GetInFlight());
    program.Ask("LosslessEthernetFabric::GetMessages", m_fabric->GetMessages());
    program.Ask("LosslessEthernetFabric::GetPauses", m_fabric->GetPauses());
    program.Ask("LosslessEthernetFabric::GetHighWater", m_fabric->GetHighWater());
    program.Ask("LosslessEthernetFabric::GetLargestFrame", m_fabric->GetLargestFrame());
    program.Ask("LosslessEthernetFabric::GetWarning", m_fabric->GetWarning().size());
    program.Ask("LosslessEthernetFabric::IsLimited", m_fabric->IsLimited(0, 1, 0));
    program.Ask("LosslessEthernetFabric::GetCongestionPriorities",
                m_fabric->GetCongestionPriorities());
    const auto reaction = m_fabric->GetReactionPoint(PickStation());
    program.Ask("LosslessEthernetFabric::GetReactionPoint", reaction != nullptr);
    if (const auto point = m_fabric->GetCongestionPoint(port, 0))
    {
        program.Ask("CongestionPoint::GetSetPoint", point->GetSetPoint());
        program.Ask("CongestionPoint::GetId", point->GetId());
    }
    if (const auto at = m_fabric->GetSwitchPort(port))
    {
        program.Ask("LosslessEthernetFabric::GetSwitchPort", at->GetPort());
        AskPort(at);
    }
    const auto device = DynamicCast<LosslessEthernetNetDevice>(PickDevice());
    program.Ask("LosslessEthernetNetDevice::GetPort", device->GetPort());
    program.Ask("LosslessEthernetNetDevice::GetPriority", device->GetPriority());
    program.Ask("LosslessEthernetNetDevice::GetFramesSent", device->GetFramesSent());
    program.Ask("LosslessEthernetNetDevice::GetFramesReceived", device->GetFramesReceived());
    program.Ask("LosslessEthernetNetDevice::GetFramesWaiting", device->GetFramesWaiting());
    program.Ask("LosslessEthernetNetDevice::GetNicMemory", device->GetNicMemory());
    program.Ask("LosslessEthernetNetDevice::GetFabric", device->GetFabric() == m_fabric);
}

std::vector<World::Action>
Lossless::GetOwnActions()
{
    auto& dice = GetDice();
    return {
        {2, "count frames", [this] { Count(); }},
        {2,
         "service rate",
         [this, &dice] {
             static const std::vector<double> RATES{0,
                                                    1e-9,
                                                    1e6,
                                                    1e8,
                                                    1e9,
                                                    LosslessEngine::LINK_RATE};
             Call("LosslessEthernetFabric::SetServiceRate");
             m_fabric->SetServiceRate(
                 PickPort(),
                 dice.Pick(RATES),
                 dice.Chance(0.5) ? Time(0) : dice.When(NanoSeconds(1), MilliSeconds(1)));
         }},
        {1,
         "pcap",
         [this] {
             Call("LosslessEthernetHelper::EnablePcap");
             m_helper.EnablePcap("random", PickDevices());
         }},
        {1,
         "ascii",
         [this] {
             Call("LosslessEthernetHelper::EnableAscii");
             m_helper.EnableAscii("random", PickDevices());
         }},
        {1,
         "switch trace",
         [this, &dice] {
             const auto node = m_switches.Get(dice.Below(m_switches.GetN()));
             if (node->GetNDevices() > 0) // not disposed of
             {
                 GetProgram().Listen(node->GetDevice(dice.Below(node->GetNDevices())));
             }
         }},
        {0.2,
         "dispose of a switch",
         [this, &dice] {
             if (Simulator::Now().IsZero())
             {
                 return;
             }
             Call("Node::Dispose of a switch");
             m_switches.Get(dice.Below(m_switches.GetN()))->Dispose();
         }},
        {1,
         "ask",
         [this] {
             GetProgram().Ask("LosslessEthernetFabric::GetDelivered", m_fabric->GetDelivered());
             GetProgram().Ask("LosslessEthernetFabric::GetEngine",
                              m_fabric->GetEngine().GetQueue(PickPort()).GetBytes());
             AskFabric();
         }},
    };
}

std::vector<std::pair<std::string, Ptr<Object>>>
Lossless::GetOwnObjects() const
{
    return {{"fabric", m_fabric}};
}

void
Lossless::CheckOwn() const
{
    fabric::ConservationLedger ledger;
    Call("LosslessEthernetFabric::Report");
    m_fabric->Report(ledger, "frames");
    ledger.Check();
    if (m_fabric->GetMissing() != 0)
    {
        throw Finding("frames missing: " + std::to_string(m_fabric->GetMissing()));
    }
    const auto dropped = m_fabric->GetDrops().Get(LosslessEthernetFabric::NO_ROOM).number;
    if (m_fabric->GetWarning().empty() && dropped > 0)
    {
        throw Finding("a lossless fabric without a warning has no room for " +
                      std::to_string(dropped) + " frames");
    }
}

} // namespace

std::unique_ptr<World>
MakeLossless()
{
    return std::make_unique<Lossless>();
}

} // namespace burstlab
