/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-network.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/pfabric-channel.h"
#include "ns3/pfabric-flow-generator.h"
#include "ns3/pfabric-helper.h"
#include "ns3/pfabric-l4-protocol.h"
#include "ns3/pfabric-latency-probe.h"
#include "ns3/pfabric-message-flows.h"
#include "ns3/pfabric-socket.h"
#include "ns3/pfabric-tcp-flows.h"
#include "ns3/pfabric-topologies.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace burstlab
{

using namespace ns3;

namespace
{

constexpr uint64_t PLANNED = 1'000'000; //!< first number of a flow, beside those of a generator
constexpr uint16_t SINK = 10;           //!< port of sinks; flows of the network have 9

/** Hosts and switches of pFabric. */
class PFabric : public Network
{
  private:
    void Build() override;
    std::vector<Action> GetOwnActions() override;
    std::vector<std::pair<std::string, Ptr<Object>>> GetOwnObjects() const override;
    void CheckOwn() const override;
    bool HasOwnStack() const override;

    void SendMessages();                    //!< From one host to another.
    void PlanFlow();                        //!< By what carries flows of the whole network.
    void Generate();                        //!< Flows by a rate, or one of each pair.
    void Probe();                           //!< Follow packets.
    void AskNetwork();                      //!< What ports, sockets, probes and flows tell.
    Ptr<PFabricNetDevice> PickPort() const; //!< @return of a host or switch

    PFabricHelper m_helper;                     //!< made it
    std::vector<Ptr<PFabricNetDevice>> m_ports; //!< by channel
    std::vector<Ptr<Socket>> m_sockets;         //!< of messages
    std::vector<uint64_t> m_sent;               //!< messages, by socket
    std::vector<uint64_t> m_acknowledged;       //!< messages, by socket
    Ptr<PFabricFlowTransport> m_flows;          //!< carries flows, or null
    Ptr<PFabricFlowGenerator> m_generator;      //!< of flows, or null
    Ptr<PFabricLatencyProbe> m_probe;           //!< of packets, or null
    bool m_hasTcp{false};                       //!< hosts have it
    int64_t m_stream{5000};                     //!< next one
    uint64_t m_planned{0};                      //!< flows so far
};

bool
PFabric::HasOwnStack() const
{
    return true;
}

void
PFabric::Build()
{
    auto& dice = GetDice();
    static const std::vector<std::string> TOPOLOGIES{"tree[Pods=1|Tors=1|Hosts=4]",
                                                     "tree[Pods=2|Tors=2|Hosts=2]",
                                                     "leaf-spine[Leaves=2|Spines=2|Hosts=2]",
                                                     "fat-tree"};
    const auto stack = static_cast<PFabricHelper::Stack>(dice.Below(4));
    m_helper.SetStack(stack);
    Call("PFabricHelper::SetStack");
    if (dice.Chance(0.5))
    {
        m_helper.SetDeviceAttribute("MaxSize",
                                    QueueSizeValue(QueueSize(dice.Chance(0.5) ? "20p" : "15000B")));
        Call("PFabricHelper::SetDeviceAttribute");
    }
    if (dice.Chance(0.5))
    {
        m_helper.SetForwardingAttribute("Spreading",
                                        StringValue(dice.Chance(0.5) ? "Random" : "Flow"));
        Call("PFabricHelper::SetForwardingAttribute");
    }
    if (dice.Chance(0.5))
    {
        m_helper.SetTransportAttribute("TimeOut",
                                       TimeValue(dice.When(MicroSeconds(10), MilliSeconds(1))));
        static const std::vector<std::string> RANKS{"ns3::PFabricRemainingRank",
                                                    "ns3::PFabricSizeRank",
                                                    "ns3::PFabricSentRank",
                                                    "ns3::PFabricDeadlineRank",
                                                    "ns3::PFabricQuantizedRank"};
        m_helper.SetTransportAttribute("Rank", StringValue(dice.Pick(RANKS)));
        Call("PFabricHelper::SetTransportAttribute");
    }
    m_stations = m_helper.Install(PFabricTopology(dice.Pick(TOPOLOGIES)));
    m_hasTcp = stack != PFabricHelper::LEAN;
    m_ports = m_helper.GetDevices();
    GetProgram().Ask("PFabricHelper::GetRoutes", m_helper.GetRoutes()->GetHosts().size());
    const NodeContainer nodes(m_stations, m_helper.GetSwitches());
    const int64_t used = PFabricHelper::AssignStreams(nodes, 1);
    InternetStackHelper().AssignStreams(nodes, 1 + used);
    for (uint32_t i = 0; i < m_stations.GetN(); ++i)
    {
        auto node = m_stations.Get(i);
        m_devices.Add(node->GetDevice(0));
        if (stack == PFabricHelper::HOSTS || stack == PFabricHelper::ALL)
        {
            m_remotes.push_back(InetSocketAddress(PFabricForwarding::GetAddress(i), SINK));
        }
    }
    for (const std::string type : {"ns3::UdpSocketFactory", "ns3::TcpSocketFactory"})
    {
        if (!m_remotes.empty())
        {
            PacketSinkHelper(type, InetSocketAddress(Ipv4Address::GetAny(), SINK))
                .Install(m_stations);
        }
    }
    PacketSinkHelper("ns3::PFabricSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 7))
        .Install(m_stations);
    Call("PFabricHelper::Install");
    Call("PFabricHelper::GetDevices");
    Call("PFabricHelper::AssignStreams");
    Call("PFabricForwarding::GetAddress");
}

Ptr<PFabricNetDevice>
PFabric::PickPort() const
{
    return GetDice().Pick(m_ports);
}

void
PFabric::SendMessages()
{
    auto& dice = GetDice();
    const uint32_t from = PickStation();
    const uint32_t to = (from + 1 + dice.Below(m_stations.GetN() - 1)) % m_stations.GetN();
    const auto node = m_stations.Get(from);
    if (!IsAlive(from))
    {
        return;
    }
    const auto socket =
        Socket::CreateSocket(node, TypeId::LookupByName("ns3::PFabricSocketFactory"));
    const std::size_t number = m_sockets.size();
    m_sockets.push_back(socket);
    m_sent.push_back(0);
    m_acknowledged.push_back(0);
    socket->SetDataSentCallback(Callback<void, Ptr<Socket>, uint32_t>(
        [this, number](Ptr<Socket>, uint32_t) { ++m_acknowledged[number]; }));
    if (dice.Chance(0.3))
    {
        Call("PFabricSocket::SetDeadline");
        DynamicCast<PFabricSocket>(socket)->SetDeadline(
            dice.When(MicroSeconds(1), GetProgram().GetHorizon()));
    }
    socket->Connect(InetSocketAddress(dice.Chance(0.05) ? Ipv4Address("10.250.9.9") // nobody's
                                                        : PFabricForwarding::GetAddress(to),
                                      7));
    const uint64_t messages = 1 + dice.Below(5);
    auto* const program = &GetProgram();
    Call("PFabricSocket::Connect");
    Call("PFabricSocket::Send");
    for (uint64_t i = 0; i < messages; ++i)
    {
        const auto bytes = static_cast<uint32_t>(dice.Spread(1, 200000));
        if (dice.Chance(0.3))
        {
            socket->SetIpTos(static_cast<uint8_t>(dice.Below(256)));
        }
        Simulator::ScheduleWithContext(node->GetId(), Time(0), [this, number, bytes, program] {
            program->Try("message", [&] {
                const int sent = m_sockets[number]->Send(Create<Packet>(bytes));
                program->GetJournal().Write("message sent", sent);
                m_sent[number] += sent >= 0;
            });
        });
    }
    if (dice.Chance(0.3))
    {
        Call("PFabricSocket::Close");
        Simulator::ScheduleWithContext(node->GetId(),
                                       dice.When(NanoSeconds(10), GetProgram().GetHorizon()),
                                       [socket] { socket->Close(); });
    }
}

void
PFabric::PlanFlow()
{
    auto& dice = GetDice();
    if (!m_flows)
    {
        if (m_hasTcp && dice.Chance(0.5))
        {
            const auto flows = CreateObject<PFabricTcpFlows>();
            m_flows = flows;
            PFabricTcpPreset preset(dice.Chance(0.5) ? "dctcp" : "authors");
            preset.SetSocketAttribute("Sack", BooleanValue(false)); // see Program::Run
            flows->SetPreset(preset);
            Call("PFabricTcpFlows::SetPreset");
            Call("PFabricTcpPreset::SetSocketAttribute");
        }
        else
        {
            m_flows = CreateObject<PFabricMessageFlows>();
        }
        m_flows->Install(m_stations);
        Call("PFabricFlowTransport::Install");
    }
    const uint32_t from = PickStation();
    const uint32_t to = (from + dice.Below(m_stations.GetN())) % m_stations.GetN(); // or itself
    Call("PFabricFlowTransport::Plan");
    m_flows->Plan({PLANNED + m_planned++,
                   from,
                   to,
                   static_cast<uint64_t>(dice.Spread(1, 300000)),
                   Simulator::Now() + dice.When(Time(0), GetProgram().GetHorizon() / 4)});
}

void
PFabric::Generate()
{
    auto& dice = GetDice();
    if (!m_flows)
    {
        PlanFlow();
    }
    if (!m_generator)
    {
        m_generator = CreateObject<PFabricFlowGenerator>();
        m_generator->SetAttribute("Rate", DoubleValue(dice.Spread(1e3, 1e5)));
        m_generator->SetAttribute("Sizes",
                                  StringValue("ns3::UniformRandomVariable[Min=1|Max=30000]"));
        m_generator->SetAttribute("MaxFlows", UintegerValue(1 + dice.Below(30)));
        m_stream += m_generator->AssignStreams(m_stream);
        Call("PFabricFlowGenerator::AssignStreams");
        if (dice.Chance(0.7))
        {
            Call("PFabricFlowGenerator::Start");
            m_generator->Start(m_flows, m_stations.GetN());
        }
    }
    if (dice.Chance(0.3))
    {
        Call("PFabricFlowGenerator::Burst");
        m_generator->Burst(m_flows,
                           m_stations.GetN(),
                           Simulator::Now() + dice.When(MilliSeconds(1), MilliSeconds(2)));
    }
}

void
PFabric::Probe()
{
    if (!m_probe)
    {
        m_probe = CreateObject<PFabricLatencyProbe>();
        m_probe->SetAttribute("MinSize", UintegerValue(1 + GetDice().Below(200)));
        NodeContainer nodes;
        for (const auto& port : m_ports)
        {
            if (!port->GetNode())
            {
                return; // a probe follows whole paths
            }
        }
        nodes.Add(m_stations);
        nodes.Add(m_helper.GetSwitches());
        m_probe->Install(nodes);
        Call("PFabricLatencyProbe::Install");
    }
    for (const auto& packet : m_probe->GetPackets())
    {
        if (packet.received.IsZero())
        {
            continue;
        }
        Time sum = packet.GetTransmission() + packet.GetPropagation();
        for (std::size_t cause = 0; cause < PFabricLatencyProbe::CAUSES; ++cause)
        {
            sum += packet.GetWaiting(static_cast<PFabricLatencyProbe::Cause>(cause));
        }
        if (sum != packet.GetLatency())
        {
            throw Finding("a latency is not the sum of its parts");
        }
    }
    GetProgram().Ask("PFabricLatencyProbe::GetPackets", m_probe->GetPackets().size());
}

void
PFabric::AskNetwork()
{
    auto& program = GetProgram();
    const auto port = PickPort();
    program.Ask("PFabricNetDevice::GetSent", port->GetSent());
    program.Ask("PFabricNetDevice::GetQueuedBytes", port->GetQueuedBytes());
    program.Ask("PFabricNetDevice::GetQueuedPackets", port->GetQueuedPackets());
    program.Ask("PFabricNetDevice::GetDropped", port->GetDropped());
    program.Ask("PFabricNetDevice::GetSentBytes", port->GetSentBytes());
    program.Ask("PFabricNetDevice::GetDataRate", port->GetDataRate().GetBitRate());
    program.Ask("PFabricNetDevice::GetDefaultPriority", port->GetDefaultPriority());
    program.Ask("PFabricNetDevice::GetFreeAt", port->GetFreeAt().GetSeconds());
    program.Ask("PFabricNetDevice::GetPeer", port->GetPeer() != nullptr);
    if (const auto channel = DynamicCast<PFabricChannel>(port->GetChannel()))
    {
        program.Ask("PFabricChannel::GetDelay", channel->GetDelay().GetSeconds());
    }
    if (!m_sockets.empty())
    {
        const auto socket = DynamicCast<PFabricSocket>(GetDice().Pick(m_sockets));
        Address address;
        program.Ask("PFabricSocket::GetWaiting", socket->GetWaiting());
        program.Ask("PFabricSocket::GetErrno", socket->GetErrno());
        program.Ask("PFabricSocket::GetTxAvailable", socket->GetTxAvailable());
        program.Ask("PFabricSocket::GetRxAvailable", socket->GetRxAvailable());
        program.Ask("PFabricSocket::GetSockName", socket->GetSockName(address));
        program.Ask("PFabricSocket::GetPeerName", socket->GetPeerName(address));
        program.Ask("PFabricSocket::SetAllowBroadcast", socket->SetAllowBroadcast(true));
        program.Ask("PFabricSocket::GetAllowBroadcast", socket->GetAllowBroadcast());
        program.Ask("PFabricSocket::GetPort", socket->GetPort());
        program.Ask("PFabricSocket::ShutdownRecv", socket->ShutdownRecv());
    }
    if (m_flows)
    {
        program.Ask("PFabricFlowTransport::GetUnfinished", m_flows->GetUnfinished());
        program.Ask("PFabricFlowTransport::GetFailed", m_flows->GetFailed());
        program.Ask("PFabricFlowTransport::GetAhead", m_flows->GetAhead().GetSeconds());
    }
    if (m_generator)
    {
        program.Ask("PFabricFlowGenerator::GetFlows", m_generator->GetFlows());
        program.Ask("PFabricFlowGenerator::GetBytes", m_generator->GetBytes());
        program.Ask("PFabricFlowGenerator::HasStarted", m_generator->HasStarted());
    }
}

std::vector<World::Action>
PFabric::GetOwnActions()
{
    auto& dice = GetDice();
    return {
        {8, "messages", [this] { SendMessages(); }},
        {2, "flow of the network", [this] { PlanFlow(); }},
        {1, "flows by a rate", [this] { Generate(); }},
        {1, "follow packets", [this] { Probe(); }},
        {1,
         "rate",
         [this, &dice] {
             Call("PFabricNetDevice::SetDataRate");
             PickPort()->SetDataRate(DataRate(static_cast<uint64_t>(dice.Spread(1e6, 1e11))));
         }},
        {1, "listen to a port", [this] { GetProgram().Listen(PickPort()); }},
        {1,
         "listen to a transport",
         [this] {
             if (const auto transport =
                     m_stations.Get(PickStation())->GetObject<PFabricL4Protocol>())
             {
                 GetProgram().Listen(transport);
             }
         }},
        {1,
         "pcap",
         [this] {
             if (const auto port = PickPort(); port->GetNode()) // not disposed of
             {
                 Call("PFabricHelper::EnablePcap");
                 m_helper.EnablePcap("random", port);
             }
         }},
        {1, "ask", [this] { AskNetwork(); }},
    };
}

std::vector<std::pair<std::string, Ptr<Object>>>
PFabric::GetOwnObjects() const
{
    if (!m_flows)
    {
        return {};
    }
    return {{"flows", m_flows}};
}

void
PFabric::CheckOwn() const
{
    const uint64_t drawn = m_generator ? m_generator->GetFlows() : 0;
    if (m_flows && m_flows->GetUnfinished() > m_planned + drawn)
    {
        throw Finding("more flows under way than there were");
    }
    for (std::size_t i = 0; i < m_sockets.size(); ++i)
    {
        if (m_acknowledged[i] > m_sent[i])
        {
            throw Finding("more messages acknowledged than sent");
        }
    }
    for (const auto& port : m_ports)
    {
        if (port->GetQueuedPackets() == 0 && port->GetQueuedBytes() != 0)
        {
            throw Finding("bytes wait, and no packet");
        }
    }
}

} // namespace

std::unique_ptr<World>
MakePFabric()
{
    return std::make_unique<PFabric>();
}

} // namespace burstlab
