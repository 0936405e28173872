/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-network.h"

#include "ns3/atm-abr-helper.h"
#include "ns3/atm-abr-topologies.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/fabric-ledger.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace burstlab
{

using namespace ns3;

namespace
{

/** An AtmFabric. */
class Atm : public Network
{
  private:
    void Build() override;
    std::vector<Action> GetOwnActions() override;
    std::vector<std::pair<std::string, Ptr<Object>>> GetOwnObjects() const override;
    void CheckOwn() const override;

    void AddVcs();   //!< Some, before the start.
    void AskPorts(); //!< What ports and devices tell.

    AtmHelper m_helper;       //!< made it
    Ptr<AtmFabric> m_fabric;  //!< the network
    NodeContainer m_switches; //!< with their ports
    uint32_t m_vcs{0};        //!< added here
};

void
Atm::Build()
{
    auto& dice = GetDice();
    const std::vector<std::string> topologies{
        "two-node[Sessions=" + std::to_string(1 + dice.Below(4)) + "]",
        "parking-lot",
        "two-node[Sessions=2|TrunkKm=100]",
    };
    static const std::vector<std::string> BEHAVIORS{"ns3::AbrSourceBehaviorDraft95",
                                                    "ns3::AbrSourceBehaviorEprca94",
                                                    "ns3::AbrSourceBehaviorTm40"};
    static const std::vector<std::string> ALGORITHMS{"",
                                                     "ns3::EprcaAlgorithm",
                                                     "ns3::AprcAlgorithm",
                                                     "ns3::EricaAlgorithm",
                                                     "ns3::EricaPlusAlgorithm",
                                                     "ns3::PhantomAlgorithm",
                                                     "ns3::IdealAlgorithm",
                                                     "ns3::CapcAlgorithm"};
    m_helper.SetFabricAttribute("SourceBehavior", StringValue(dice.Pick(BEHAVIORS)));
    m_helper.SetFabricAttribute("SwitchAlgorithm", StringValue(dice.Pick(ALGORITHMS)));
    m_helper.SetFabricAttribute("Engine", StringValue(dice.Chance(0.3) ? "Cell" : "Lazy"));
    m_helper.SetFabricAttribute("BufferCells", UintegerValue(dice.Chance(0.3) ? 50 : 0));
    Call("AtmHelper::SetFabricAttribute");
    if (dice.Chance(0.3))
    {
        m_helper.SetDeviceAttribute("TxQueue",
                                    StringValue("ns3::DropTailQueue<Packet>[MaxSize=5p]"));
        Call("AtmHelper::SetDeviceAttribute");
    }
    m_devices = m_helper.Install(AtmTopology(dice.Pick(topologies)));
    m_fabric = AtmHelper::GetFabric(m_devices);
    m_switches = m_helper.GetSwitches();
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        m_stations.Add(m_devices.Get(i)->GetNode());
    }
    if (dice.Chance(0.5))
    {
        AddVcs();
    }
    AtmHelper::AssignStreams(m_devices, 1);
    Call("AtmHelper::Install");
    Call("AtmHelper::GetFabric");
    Call("AtmHelper::GetSwitches");
    Call("AtmHelper::AssignStreams");
}

void
Atm::AddVcs()
{
    auto& dice = GetDice();
    const uint64_t count = 1 + dice.Below(4);
    for (uint64_t i = 0; i < count; ++i)
    {
        const uint32_t from = PickStation();
        const uint32_t to = (from + 1 + dice.Below(m_stations.GetN() - 1)) % m_stations.GetN();
        GetProgram().Try("vc", [&] {
            if (dice.Chance(0.5))
            {
                static const std::vector<std::string> PROCESSES{
                    "ns3::PoissonArrivals[Rate=1e-7]",
                    "ns3::ConstantArrivals[Interval=5000000]"};
                const auto process =
                    dice.Chance(0.5) ? nullptr
                                     : burst::CreateFromText<ArrivalProcess>(dice.Pick(PROCESSES));
                if (process) // as AtmHelper::AssignStreams is over
                {
                    process->AssignStreams(600 + m_vcs);
                }
                const Time start =
                    dice.Chance(0.5) ? Time(0) : dice.When(NanoSeconds(1), MilliSeconds(1));
                Call("AtmHelper::AddVc");
                AtmHelper::AddVc(m_devices.Get(from), m_devices.Get(to), process, start);
            }
            else
            {
                Call("AtmHelper::AddFrameVcs");
                AtmHelper::AddFrameVcs(m_devices.Get(from), m_devices.Get(to));
                ++m_vcs;
            }
            ++m_vcs;
        });
    }
}

void
Atm::AskPorts()
{
    auto& program = GetProgram();
    const auto edge = DynamicCast<AtmEdgeDevice>(PickDevice());
    program.Ask("AtmEdgeDevice::GetCellsWaiting", edge->GetCellsWaiting());
    program.Ask("AtmEdgeDevice::GetFramesSent", edge->GetFramesSent());
    program.Ask("AtmEdgeDevice::GetFramesReceived", edge->GetFramesReceived());
    const auto node = m_switches.Get(GetDice().Below(m_switches.GetN()));
    if (node->GetNDevices() == 0) // disposed of
    {
        return;
    }
    const auto port =
        DynamicCast<AtmSwitchPort>(node->GetDevice(GetDice().Below(node->GetNDevices())));
    AskPort(port);
    program.Ask("AtmSwitchPort::GetPort", port->GetPort());
    program.Ask("AtmFabric::GetSwitchPort", m_fabric->GetSwitchPort(port->GetPort()) == port);
    if (m_fabric->IsRunning())
    {
        program.Ask("AtmFabric::GetQueue", m_fabric->GetQueue(port->GetPort()));
        const auto algorithm = m_fabric->GetAlgorithm(port->GetPort());
        program.Ask("AtmFabric::GetAlgorithm", algorithm != nullptr);
        if (algorithm)
        {
            program.Ask("AbrSwitchAlgorithm::GetShare", algorithm->GetShare());
        }
        Call("AtmFabric::SetIdealRates");
        m_fabric->SetIdealRates(std::vector<double>(m_fabric->GetNetwork().GetVcs().size(), 1e5));
    }
}

std::vector<World::Action>
Atm::GetOwnActions()
{
    auto& dice = GetDice();
    return {
        {0.5, "add a VC", [this] { AddVcs(); }},
        {1,
         "ask",
         [this] {
             auto& program = GetProgram();
             program.Ask("AtmFabric::GetSent", m_fabric->GetSent());
             program.Ask("AtmFabric::GetLost", m_fabric->GetLost());
             if (m_vcs > 0 && m_fabric->IsRunning())
             {
                 const uint32_t vc = GetDice().Below(m_vcs);
                 program.Ask("AtmFabric::GetRate", m_fabric->GetRate(vc));
                 program.Ask("AtmFabric::GetWaiting", m_fabric->GetWaiting(vc));
                 program.Ask("AtmVc::GetNumber", m_fabric->GetVc(vc)->GetNumber());
             }
             AskPorts();
         }},
        {1,
         "congestion",
         [this, &dice] {
             if (m_vcs > 0)
             {
                 Call("AtmFabric::TellCongestion");
                 m_fabric->TellCongestion(dice.Below(m_vcs));
             }
         }},
        {1,
         "listen to a VC",
         [this, &dice] {
             if (m_vcs > 0)
             {
                 GetProgram().Listen(m_fabric->GetVc(dice.Below(m_vcs)));
             }
         }},
        {1,
         "listen to a switch",
         [this, &dice] {
             const auto node = m_switches.Get(dice.Below(m_switches.GetN()));
             if (node->GetNDevices() > 0) // not disposed of
             {
                 GetProgram().Listen(node->GetDevice(dice.Below(node->GetNDevices())));
             }
         }},
        {1,
         "pcap",
         [this] {
             Call("AtmHelper::EnablePcap");
             m_helper.EnablePcap("random", PickDevices());
         }},
        {0.2,
         "dispose of a switch",
         [this, &dice] {
             if (Simulator::Now().IsZero())
             {
                 return;
             }
             Call("Node::Dispose of an ATM switch");
             m_switches.Get(dice.Below(m_switches.GetN()))->Dispose();
         }},
    };
}

std::vector<std::pair<std::string, Ptr<Object>>>
Atm::GetOwnObjects() const
{
    return {{"fabric", m_fabric}};
}

void
Atm::CheckOwn() const
{
    fabric::ConservationLedger ledger;
    m_fabric->Report(ledger, "frames");
    Call("AtmFabric::Report");
    ledger.Check();
    if (m_fabric->GetDelivered() > m_fabric->GetSent())
    {
        throw Finding("more cells delivered than sent");
    }
}

} // namespace

std::unique_ptr<World>
MakeAtm()
{
    return std::make_unique<Atm>();
}

} // namespace burstlab
