/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-network.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/burst-traffic-helper.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mac48-address.h"
#include "ns3/neighbor-cache-helper.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-socket-address.h"
#include "ns3/packet-socket-client.h"
#include "ns3/packet-socket-factory.h"
#include "ns3/packet-socket-helper.h"
#include "ns3/packet-socket-server.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/udp-client-server-helper.h"
#include "ns3/uinteger.h"

#include <sstream>

namespace burstlab
{

using namespace ns3;

namespace
{

constexpr uint16_t PROTOCOL = 0x88b6;    //!< for experiments
constexpr uint16_t PORT = 9;             //!< of sinks
constexpr std::size_t MOST_DISPOSED = 2; //!< stations

} // namespace

void
Network::Make(Program& program, uint32_t number)
{
    m_program = &program;
    m_number = number;
    m_stream = 1000 * (number + 1);
    Build();
    if (!HasOwnStack() && GetDice().Chance(0.5))
    {
        AddStack();
    }
    AddPacketSockets();
}

Program&
Network::GetProgram() const
{
    return *m_program;
}

Dice&
Network::GetDice() const
{
    return m_program->GetDice();
}

void
Network::Call(const std::string& call) const
{
    m_program->Call(call);
}

bool
Network::HasOwnStack() const
{
    return false;
}

uint32_t
Network::PickStation() const
{
    return GetDice().Below(m_stations.GetN());
}

Ptr<NetDevice>
Network::PickDevice() const
{
    return m_devices.Get(GetDice().Below(m_devices.GetN()));
}

NetDeviceContainer
Network::PickDevices() const
{
    const bool all = GetDice().Chance(0.3);
    const auto one = PickDevice();
    NetDeviceContainer devices;
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        if (const auto device = m_devices.Get(i); (all || device == one) && device->GetNode())
        {
            devices.Add(device);
        }
    }
    return devices;
}

bool
Network::IsAlive(uint32_t station) const
{
    return m_disposed.count(station) == 0;
}

void
Network::AddStack()
{
    InternetStackHelper stack;
    stack.Install(m_stations);
    m_stream += stack.AssignStreams(m_stations, m_stream);
    Ipv4AddressHelper addresses(Ipv4Address(0x0a000000 + (m_number << 16)),
                                Ipv4Mask("255.255.0.0"));
    const auto interfaces = addresses.Assign(m_devices);
    m_asks = GetDice().Chance(0.5);
    if (!m_asks)
    {
        NeighborCacheHelper().PopulateNeighborCache();
    }
    for (uint32_t i = 0; i < interfaces.GetN(); ++i)
    {
        m_remotes.push_back(InetSocketAddress(interfaces.GetAddress(i), PORT));
    }
    PacketSinkHelper("ns3::UdpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), PORT))
        .Install(m_stations);
    PacketSinkHelper("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), PORT))
        .Install(m_stations);
    m_hasStack = true;
}

void
Network::AddPacketSockets()
{
    for (auto node = m_stations.Begin(); node != m_stations.End(); ++node)
    {
        if (!(*node)->GetObject<PacketSocketFactory>()) // InternetStackHelper makes one
        {
            PacketSocketHelper().Install(*node);
        }
    }
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        if (GetDice().Chance(0.5))
        {
            PacketSocketAddress local;
            local.SetSingleDevice(m_devices.Get(i)->GetIfIndex());
            local.SetProtocol(PROTOCOL);
            auto server = CreateObject<PacketSocketServer>();
            server->SetLocal(local);
            m_devices.Get(i)->GetNode()->AddApplication(server);
        }
    }
}

Ptr<Packet>
Network::MakePacket() const
{
    auto& dice = GetDice();
    const auto size = static_cast<uint32_t>(dice.Spread(1, 2000));
    std::vector<uint8_t> bytes(size);
    for (auto& byte : bytes)
    {
        byte = static_cast<uint8_t>(dice.Below(256));
    }
    auto packet = dice.Chance(0.1) ? Create<Packet>() : Create<Packet>(bytes.data(), size);
    if (dice.Chance(0.5))
    {
        SocketPriorityTag tag;
        tag.SetPriority(static_cast<uint8_t>(dice.Below(9)));
        packet->AddPacketTag(tag);
    }
    return packet;
}

Address
Network::PickAddress() const
{
    auto& dice = GetDice();
    switch (dice.Below(8))
    {
    case 0:
        return Mac48Address::GetBroadcast();
    case 1:
        return Mac48Address::GetMulticast(Ipv4Address("224.0.0.5"));
    case 2:
        return Mac48Address("02:00:00:00:00:77");
    default:
        return m_devices.Get(dice.Below(m_devices.GetN()))->GetAddress();
    }
}

void
Network::SendPacket(bool from)
{
    auto& dice = GetDice();
    const auto device = PickDevice();
    const uint64_t packets = dice.Chance(0.3) ? dice.Below(60) : 1;
    const auto packet = MakePacket();
    const auto to = PickAddress();
    const auto name = device->GetInstanceTypeId().GetName();
    Call(name + (from ? "::SendFrom" : "::Send"));
    const auto source =
        dice.Chance(0.5) ? device->GetAddress() : Address(Mac48Address("02:00:00:00:00:78"));
    auto* const program = m_program;
    Simulator::ScheduleWithContext(
        device->GetNode() ? device->GetNode()->GetId() : Simulator::NO_CONTEXT,
        Time(0),
        [device, packet, to, from, source, packets, program] {
            program->Try("send", [&] {
                for (uint64_t i = 0; i < packets; ++i)
                {
                    // copies of an empty packet disturb each other's metadata in ns-3
                    const auto copy = packet->GetSize() > 0 ? packet->Copy() : Create<Packet>();
                    const bool taken = from ? device->SendFrom(copy, source, to, PROTOCOL)
                                            : device->Send(copy, to, PROTOCOL);
                    program->GetJournal().Write("sent", taken);
                }
            });
        });
}

void
Network::AddClient()
{
    auto& dice = GetDice();
    const uint32_t from = PickStation();
    const uint32_t to = PickStation();
    const auto node = m_stations.Get(from);
    if (!IsAlive(from))
    {
        return;
    }
    PacketSocketAddress remote;
    remote.SetSingleDevice(m_devices.Get(from)->GetIfIndex());
    remote.SetPhysicalAddress(m_devices.Get(to)->GetAddress());
    remote.SetProtocol(PROTOCOL);
    auto client = CreateObject<PacketSocketClient>();
    client->SetRemote(remote);
    client->SetAttribute("PacketSize", UintegerValue(1 + dice.Below(1480)));
    client->SetAttribute("Interval", TimeValue(dice.When(NanoSeconds(500), MicroSeconds(100))));
    client->SetAttribute("MaxPackets", UintegerValue(1 + dice.Below(500)));
    client->SetAttribute("Priority", UintegerValue(dice.Below(8)));
    node->AddApplication(client);
    client->Initialize();
    m_busy.insert(from);
    Call("PacketSocketClient over " + m_devices.Get(from)->GetInstanceTypeId().GetName());
}

void
Network::AddFlow()
{
    auto& dice = GetDice();
    if (m_remotes.empty())
    {
        return;
    }
    const auto& remote = dice.Pick(m_remotes);
    const uint32_t station = PickStation();
    const auto node = m_stations.Get(station);
    if (!IsAlive(station))
    {
        return;
    }
    ApplicationContainer applications;
    static const std::vector<uint64_t> TOS{0, 0x08, 0x10, 0x20, 0xb8, 0xc0};
    switch (dice.Below(3))
    {
    case 0: {
        OnOffHelper helper("ns3::UdpSocketFactory", remote);
        helper.SetConstantRate(DataRate(static_cast<uint64_t>(dice.Spread(1e6, 4e9))),
                               1 + dice.Below(1400));
        helper.SetAttribute("MaxBytes", UintegerValue(1 + dice.Below(200000)));
        helper.SetAttribute("Tos", UintegerValue(dice.Pick(TOS)));
        applications = helper.Install(node);
        m_stream += helper.AssignStreams(node, m_stream);
        break;
    }
    case 1: {
        UdpClientHelper helper(remote);
        helper.SetAttribute("MaxPackets", UintegerValue(1 + dice.Below(200)));
        helper.SetAttribute("Interval", TimeValue(dice.When(MicroSeconds(1), MicroSeconds(100))));
        helper.SetAttribute("PacketSize", UintegerValue(12 + dice.Below(1400)));
        helper.SetAttribute("Tos", UintegerValue(dice.Pick(TOS)));
        applications = helper.Install(node);
        m_busy.insert(station);
        break;
    }
    default: {
        BulkSendHelper helper("ns3::TcpSocketFactory", remote);
        helper.SetAttribute("MaxBytes", UintegerValue(1 + dice.Below(300000)));
        helper.SetAttribute("Tos", UintegerValue(dice.Pick(TOS)));
        applications = helper.Install(node);
    }
    }
    for (uint32_t i = 0; i < applications.GetN(); ++i)
    {
        applications.Get(i)->Initialize();
    }
    Call("stock flow over " + m_devices.Get(0)->GetInstanceTypeId().GetName());
}

void
Network::AddArrivals()
{
    auto& dice = GetDice();
    if (m_remotes.empty())
    {
        return;
    }
    static const std::vector<std::string> PROCESSES{
        "ns3::ParetoOnOffArrivals[Sources=5]",
        "ns3::PoissonArrivals",
        "ns3::BernoulliArrivals",
        "ns3::ConstantArrivals[Interval=700]",
        "ns3::PoissonBurstArrivals",
        "ns3::MarkovModulatedArrivals",
        "ns3::FractionalGaussianArrivals[Slots=256]",
        "ns3::TwinArrivals[Process=ns3::PoissonArrivals[Rate=0.002]|Length=100000]",
    };
    const bool tcp = dice.Chance(0.3);
    ArrivalHelper helper(tcp ? "ns3::TcpSocketFactory" : "ns3::UdpSocketFactory",
                         dice.Pick(m_remotes));
    helper.SetProcess(dice.Pick(PROCESSES));
    if (!tcp && m_stations.GetN() > 1 && dice.Chance(0.3))
    {
        helper.SetDestinations(dice.Chance(0.5) ? "ns3::UniformDestinations"
                                                : "ns3::HotspotDestinations[Hotspots=0]",
                               m_remotes);
        Call("ArrivalHelper::SetDestinations");
    }
    helper.SetAttribute("PacketSize", UintegerValue(1 + dice.Below(1400)));
    helper.SetAttribute("Tick", TimeValue(dice.When(NanoSeconds(20), MicroSeconds(10))));
    helper.SetAttribute("MaxPackets", UintegerValue(1 + dice.Below(300)));
    if (dice.Chance(0.3))
    {
        helper.SetSize("ns3::UniformRandomVariable[Min=64|Max=1400]");
        Call("ArrivalHelper::SetSize");
    }
    const uint32_t station = PickStation();
    const auto node = m_stations.Get(station);
    if (!IsAlive(station))
    {
        return;
    }
    const auto application = DynamicCast<ArrivalApplication>(helper.Install(node).Get(0));
    m_arrivals.push_back(application);
    m_stream += application->AssignStreams(m_stream);
    const Time end = dice.When(MicroSeconds(1), m_program->GetHorizon());
    if (!tcp) // a late reset to a listening socket makes ns-3 abort with the next connection
    {
        application->SetStopTime(end);
    }
    application->Initialize();
    m_program->Try("streams of what may run", [this, node] {
        m_stream += ArrivalHelper::AssignStreams(NodeContainer(node), m_stream);
    });
    Call("ArrivalHelper::SetProcess");
    Call("ArrivalHelper::SetAttribute");
    Call("ArrivalHelper::Install");
    Call("ArrivalHelper::AssignStreams");
}

void
Network::AskArrivals()
{
    if (m_arrivals.empty())
    {
        return;
    }
    const auto application = GetDice().Pick(m_arrivals);
    m_program->Ask("ArrivalApplication::GetSent", application->GetSent());
    m_program->Ask("ArrivalApplication::GetDropped", application->GetDropped());
    m_program->Ask("ArrivalApplication::GetWaiting", application->GetWaiting());
    m_program->Ask("ArrivalApplication::GetDrops", application->GetDrops().GetTotal().bytes);
    if (application->GetDropped() != application->GetDrops().GetTotal().number)
    {
        throw Finding("dropped packets are not those by reason");
    }
    const auto pattern = application->GetDestinations();
    Call("ArrivalApplication::GetDestinations");
    if (pattern)
    {
        m_program->Ask("DestinationPattern::GetProbability", pattern->GetProbability(0, 1));
    }
    const auto process = application->GetProcess();
    Call("ArrivalApplication::GetProcess");
    if (!process)
    {
        return; // disposed of
    }
    m_program->Ask("ArrivalProcess::GetMeanRate", process->GetMeanRate());
    m_program->Try("variance", [&] {
        m_program->Ask("ArrivalProcess::GetCountVariance", process->GetCountVariance(1000));
    });
    m_program->Ask("ArrivalProcess::GetStream", process->GetStream());
    m_program->Ask("ArrivalProcess::GetHold", process->GetHold());
    const auto clone = process->Clone();
    std::vector<int64_t> ticks;
    clone->Fill(100, 3000, ticks);
    Call("ArrivalProcess::Clone");
    Call("ArrivalProcess::Fill");
    m_program->Ask("ArrivalProcess::NextAfter", clone->NextAfter(5000));
    m_program->Ask("ArrivalProcess::CountTo", clone->CountTo(9000));
    const auto again = process->Clone();
    std::vector<int64_t> taken;
    again->Take(ticks.size() + 1, taken);
    Call("ArrivalProcess::Take");
    m_program->Ask("ArrivalProcess::TimeOf", again->TimeOf(ticks.size() + 5));
}

void
Network::AskDevice()
{
    const auto device = PickDevice();
    const auto name = device->GetInstanceTypeId().GetName() + "::";
    m_program->Ask(name + "IsLinkUp", device->IsLinkUp());
    m_program->Ask(name + "IsBroadcast", device->IsBroadcast());
    m_program->Ask(name + "IsMulticast", device->IsMulticast());
    m_program->Ask(name + "IsBridge", device->IsBridge());
    m_program->Ask(name + "IsPointToPoint", device->IsPointToPoint());
    m_program->Ask(name + "NeedsArp", device->NeedsArp());
    m_program->Ask(name + "SupportsSendFrom", device->SupportsSendFrom());
    m_program->Ask(name + "GetIfIndex", device->GetIfIndex());
    m_program->Ask(name + "GetMulticast",
                   device->GetMulticast(Ipv4Address("224.0.0.1")).GetLength());
    device->GetMulticast(Ipv6Address("ff02::1"));
    device->GetBroadcast();
    m_program->Ask(name + "GetChannel", device->GetChannel() != nullptr);
}

void
Network::AskPort(Ptr<NetDevice> port) const
{
    const auto name = port->GetInstanceTypeId().GetName() + "::";
    m_program->Ask(name + "GetMtu", port->GetMtu());
    m_program->Ask(name + "SetMtu", port->SetMtu(1000));
    m_program->Ask(name + "NeedsArp", port->NeedsArp());
    m_program->Ask(name + "IsLinkUp", port->IsLinkUp());
    m_program->Ask(name + "IsPointToPoint", port->IsPointToPoint());
    m_program->Ask(name + "SupportsSendFrom", port->SupportsSendFrom());
    const auto packet = Create<Packet>(100);
    if (port->Send(packet, port->GetBroadcast(), PROTOCOL) ||
        port->SendFrom(packet, port->GetAddress(), port->GetBroadcast(), PROTOCOL))
    {
        throw Finding(name + "Send of a switch is true");
    }
    Call(name + "Send");
    Call(name + "SendFrom");
}

void
Network::PrintPackets()
{
    auto* const journal = &m_program->GetJournal();
    const auto device = PickDevice();
    const std::string trace = GetDice().Chance(0.5) ? "PhyTxBegin" : "PhyRxEnd";
    const Time begin = Simulator::Now();
    const Callback<void, Ptr<const Packet>> print([journal, begin](Ptr<const Packet> packet) {
        std::ostringstream text;
        packet->Print(text);
        if (Simulator::Now() > begin) // as JournalListener
        {
            journal->Write("printed", text.str().size());
        }
    });
    if (device->TraceConnectWithoutContext(trace, print))
    {
        Call("Packet::Print of " + device->GetInstanceTypeId().GetName());
    }
}

void
Network::SetCallbacks()
{
    const auto device = PickDevice();
    const auto name = device->GetInstanceTypeId().GetName();
    auto* const journal = &m_program->GetJournal();
    if (GetDice().Chance(0.5))
    {
        device->SetPromiscReceiveCallback(
            NetDevice::PromiscReceiveCallback([journal](Ptr<NetDevice>,
                                                        Ptr<const Packet> packet,
                                                        uint16_t,
                                                        const Address&,
                                                        const Address&,
                                                        NetDevice::PacketType) {
                journal->Write("promiscuous", packet->GetSize());
                return true;
            }));
        Call(name + "::SetPromiscReceiveCallback");
    }
    else
    {
        device->AddLinkChangeCallback(
            Callback<void>([journal] { journal->Write("link changed"); }));
        Call(name + "::AddLinkChangeCallback");
    }
}

void
Network::DisposeOf()
{
    const uint32_t station = PickStation();
    const auto device = m_devices.Get(station);
    const auto name = device->GetInstanceTypeId().GetName();
    if (Simulator::Now().IsZero() || m_busy.count(station) > 0 || m_asks ||
        m_disposed.size() >= MOST_DISPOSED)
    {
        // ns-3 itself aborts: a node that is initialized afterwards, a client that goes on, a
        // request of ARP that waits for its time
        return;
    }
    m_disposed.insert(station);
    if (m_hasStack || HasOwnStack() || GetDice().Chance(0.5)) // nor may IP have a disposed device
    {
        Call("Node::Dispose with " + name);
        if (device->GetNode())
        {
            device->GetNode()->Dispose();
        }
    }
    else
    {
        Call(name + "::Dispose");
        device->Dispose();
    }
}

std::vector<World::Action>
Network::GetActions()
{
    auto& dice = GetDice();
    std::vector<Action> actions{
        {4, "send", [this] { SendPacket(false); }},
        {2, "send from", [this] { SendPacket(true); }},
        {4, "client", [this] { AddClient(); }},
        {4, "flow", [this] { AddFlow(); }},
        {2, "arrivals", [this] { AddArrivals(); }},
        {2, "callbacks", [this] { SetCallbacks(); }},
        {5, "listen", [this] { m_program->Listen(*this); }},
        {2, "change", [this] { m_program->Change(*this); }},
        {1, "dispose", [this] { DisposeOf(); }},
        {1, "ask a device", [this] { AskDevice(); }},
        {2, "ask arrivals", [this] { AskArrivals(); }},
        {0.5, "print packets", [this] { PrintPackets(); }},
        {1,
         "mtu",
         [this, &dice] {
             const auto device = PickDevice();
             const auto mtu =
                 static_cast<uint16_t>(dice.Spread(m_hasStack || HasOwnStack() ? 68 : 1, 65536));
             const auto name = device->GetInstanceTypeId().GetName();
             m_program->Ask(name + "::SetMtu", device->SetMtu(mtu));
             m_program->Ask(name + "::GetMtu", device->GetMtu());
         }},
        {0.5,
         "address",
         [this, &dice] {
             const auto device = PickDevice();
             Call(device->GetInstanceTypeId().GetName() + "::SetAddress");
             const uint8_t bytes[] = {2, 0, 0, 0, 1, static_cast<uint8_t>(dice.Below(4))};
             Mac48Address address;
             address.CopyFrom(bytes);
             device->SetAddress(address);
         }},
        {0.5,
         "errors",
         [this, &dice] {
             const auto device = PickDevice();
             const auto model = CreateObject<RateErrorModel>();
             model->SetRate(dice.Spread(1e-3, 0.5));
             model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
             m_stream += model->AssignStreams(m_stream);
             if (device->SetAttributeFailSafe("ReceiveErrorModel", PointerValue(model)))
             {
                 Call("ReceiveErrorModel of " + device->GetInstanceTypeId().GetName());
             }
         }},
        {0.5,
         "queue",
         [this, &dice] {
             const auto device = PickDevice();
             const auto queue = CreateObject<DropTailQueue<Packet>>();
             queue->SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, 1 + dice.Below(200)));
             const bool taken = device->SetAttributeFailSafe("TxQueue", PointerValue(queue));
             m_program->GetJournal().Write("queue", taken);
             Call("TxQueue of " + device->GetInstanceTypeId().GetName());
         }},
        {1, "look", [this] { Check(); }},
    };
    for (auto& action : GetOwnActions())
    {
        actions.push_back(std::move(action));
    }
    return actions;
}

std::vector<std::pair<std::string, Ptr<Object>>>
Network::GetObjects() const
{
    auto objects = GetOwnObjects();
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        objects.emplace_back("device " + std::to_string(i), m_devices.Get(i));
    }
    return objects;
}

void
Network::Check() const
{
    CheckOwn();
}

} // namespace burstlab
