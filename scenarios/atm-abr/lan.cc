/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "session-scenario.h"

#include "ns3/arp-cache.h"
#include "ns3/atm-abr-aal5.h"
#include "ns3/boolean.h"
#include "ns3/bridge-helper.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/csma-helper.h"
#include "ns3/double.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/node.h"
#include "ns3/onoff-application.h"
#include "ns3/packet-sink.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/run-archive.h"
#include "ns3/seq-ts-size-header.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <map>
#include <numeric>
#include <stdexcept>

namespace ns3
{

/**
 * Ethernet LANs of stock hosts, bridged over ATM by edge devices: how much of what the hosts send
 * comes, and after which time.
 */
class AtmAbrLanScenario : public AtmAbrSessionScenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;

  private:
    /** A session: a LAN that sends to another one. */
    struct Lan
    {
        uint64_t underWay{0};          //!< datagrams that were sent, not delivered and not dropped
        uint64_t offered{0};           //!< datagrams that were sent after the warm-up
        uint64_t came{0};              //!< datagrams that came after the warm-up
        uint64_t refused{0};           //!< datagrams that its edge device dropped after the warm-up
        std::vector<double> responses; //!< s, of those offered
    };

    void DoBuild() override;
    void DoReport() override;

    void AddSession(uint32_t number); //!< @param number of one of m_sessions
    /** Bridge a LAN. @return its hosts, with addresses */
    NodeContainer AddLan(const std::string& name, uint32_t number);
    static uint32_t GetFrameCells(); //!< @return cells of the frame of a datagram
    /** @return bits per second of datagrams that each host of a session sends */
    double GetHostRate(uint32_t number) const;
    /** A host sends to another one. */
    void AddTraffic(uint32_t number, Ptr<Node> from, Ptr<Node> to);

    /** A host sends a datagram. */
    void Send(uint32_t number, Ptr<const Packet> packet);
    /** A datagram comes. */
    void Receive(uint32_t number,
                 Ptr<const Packet> packet,
                 const Address& from,
                 const Address& to,
                 const SeqTsSizeHeader& header);
    /** An edge device drops a frame. */
    void Refuse(std::string name, Ptr<const Packet> packet);
    void Join(Ptr<const Packet> packet);  //!< A stock device gets it. @param packet it
    void Leave(Ptr<const Packet> packet); //!< A stock device has sent it. @param packet it
    /** A stock device drops it. */
    void Drop(uint32_t number, Ptr<const Packet> packet);

    DataRate m_lanRate; //!< attribute LanRate
    DataRate m_peak;    //!< attribute PeakRate
    uint32_t m_hosts;   //!< attribute Hosts

    std::vector<Lan> m_lans;                  //!< by session
    std::map<std::string, uint32_t> m_source; //!< sessions by name of the source
    Ipv4AddressHelper m_addresses{"10.1.0.0", "255.255.0.0"};
    int64_t m_stream{0};                     //!< the next one
    uint32_t m_account{0};                   //!< of datagrams, in the ledger
    uint64_t m_onLans{0};                    //!< datagrams in stock devices
    uint64_t m_dropped{0};                   //!< datagrams that stock devices dropped
    std::vector<Ptr<AtmEdgeDevice>> m_edges; //!< all
};

NS_OBJECT_ENSURE_REGISTERED(AtmAbrLanScenario);

namespace
{

constexpr uint32_t PACKET = 1500;          // bytes
constexpr uint32_t DATAGRAM = PACKET - 28; // without the headers of IP and UDP
constexpr uint16_t PORT = 9;               // discard
constexpr double SHAPE = 1.5;              // of ON and OFF times: H = (3 - 1.5) / 2
constexpr double MEAN_ON = 0.01;           // s

/** @param mean s @return random times of that mean */
Ptr<ParetoRandomVariable>
MakeTimes(double mean)
{
    auto times = CreateObject<ParetoRandomVariable>();
    times->SetAttribute("Shape", DoubleValue(SHAPE));
    times->SetAttribute("Scale", DoubleValue(mean * (SHAPE - 1) / SHAPE));
    return times;
}

} // namespace

TypeId
AtmAbrLanScenario::GetTypeId()
{
    using Self = AtmAbrLanScenario;
    static TypeId tid =
        AddEdges(AddNetwork(TypeId("ns3::AtmAbrLanScenario").AddConstructor<Self>(), Defaults()),
                 63)
            .AddAttribute("LanRate",
                          "Rate of an Ethernet, of which each edge device bridges one.",
                          DataRateValue(DataRate("100Mbps")),
                          MakeDataRateAccessor(&Self::m_lanRate),
                          burst::MakePositiveRateChecker())
            .AddAttribute(
                "Hosts",
                "Hosts of an Ethernet; each sends to one at the other end of the session.",
                UintegerValue(10),
                MakeUintegerAccessor(&Self::m_hosts),
                MakeUintegerChecker<uint32_t>(1, 200))
            .AddAttribute("PeakRate",
                          "Rate at which a host sends in an ON period, bits per second of "
                          "datagrams; more than its share of the demand.",
                          DataRateValue(DataRate("20Mbps")),
                          MakeDataRateAccessor(&Self::m_peak),
                          burst::MakePositiveRateChecker());
    return tid;
}

std::string
AtmAbrLanScenario::GetHelp() const
{
    return "Bridges Ethernets of stock hosts over an ATM network by ABR, and measures lost "
           "datagrams and response times.";
}

uint32_t
AtmAbrLanScenario::GetFrameCells()
{
    return atm::Aal5::GetCells(PACKET + AtmEdgeDevice::OVERHEAD);
}

double
AtmAbrLanScenario::GetHostRate(uint32_t number) const
{
    const double cells = m_sessions[number].demand / AtmNetwork::CELL_BITS;
    return cells / GetFrameCells() / m_hosts * DATAGRAM * 8;
}

void
AtmAbrLanScenario::DoBuild()
{
    BuildFabric();
    m_account = GetLedger().AddAccount("datagrams");
    m_stream = GetStreamBase();
    m_lans.resize(m_sessions.size());
    for (uint32_t number = 0; number < m_sessions.size(); ++number)
    {
        AddSession(number);
    }
    BeginFabric();
}

void
AtmAbrLanScenario::AddSession(uint32_t number)
{
    const AtmSession& session = m_sessions[number];
    if (!(GetHostRate(number) < m_peak.GetBitRate()))
    {
        throw std::invalid_argument("the demand of source '" + session.source + "' is " +
                                    burst::WriteDouble(session.demand * 1e-6) +
                                    " Mb/s; allowed is less than " + std::to_string(m_hosts) +
                                    " hosts send at PeakRate");
    }
    if (!m_source.emplace(session.source, number).second)
    {
        throw std::invalid_argument("two sessions begin at '" + session.source +
                                    "'; allowed is one at each edge device");
    }
    const auto from = AddLan(session.source, number);
    const auto to = AddLan(session.destination, number);
    m_fabric->AddFrameVcs(session.source, session.destination, MakeBehavior(session));
    for (uint32_t host = 0; host < m_hosts; ++host)
    {
        AddTraffic(number, from.Get(host), to.Get(host));
    }
}

NodeContainer
AtmAbrLanScenario::AddLan(const std::string& name, uint32_t number)
{
    const auto edge = AddEdgeDevice(name, GetFrameCells(), false);
    const auto bridge = edge->GetNode();
    m_edges.push_back(edge);
    edge->TraceConnect("MacTxDrop", name, MakeCallback(&AtmAbrLanScenario::Refuse, this));
    NodeContainer nodes(m_hosts);
    NodeContainer all(nodes, bridge);
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", DataRateValue(m_lanRate));
    csma.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1000p"));
    auto devices = csma.Install(all);
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        const auto device = devices.Get(i);
        const auto leave = MakeCallback(&AtmAbrLanScenario::Leave, this);
        const auto drop = MakeCallback(&AtmAbrLanScenario::Drop, this).Bind(number);
        device->TraceConnectWithoutContext("MacTx", MakeCallback(&AtmAbrLanScenario::Join, this));
        device->TraceConnectWithoutContext("PhyTxEnd", leave);
        device->TraceConnectWithoutContext("MacTxDrop", drop);
        device->TraceConnectWithoutContext("PhyTxDrop", drop);
    }
    m_stream += csma.AssignStreams(devices, m_stream);
    NetDeviceContainer bridged(devices.Get(m_hosts));
    bridged.Add(edge);
    BridgeHelper().Install(bridge, bridged);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(nodes);
    m_stream += internet.AssignStreams(nodes, m_stream);
    for (uint32_t i = 0; i < m_hosts; ++i)
    {
        const NetDeviceContainer device(devices.Get(i));
        m_addresses.Assign(device);
        TrafficControlHelper().Uninstall(device); // the queue of the device is the only one
    }
    return nodes;
}

void
AtmAbrLanScenario::AddTraffic(uint32_t number, Ptr<Node> from, Ptr<Node> to)
{
    const auto address = to->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
    const auto interface = from->GetObject<Ipv4L3Protocol>()->GetInterface(1);
    auto* const known = interface->GetArpCache()->Add(address);
    known->SetMacAddress(to->GetDevice(0)->GetAddress());
    known->MarkPermanent(); // so that all frames are datagrams
    const InetSocketAddress remote(address, PORT);
    const double duty = GetHostRate(number) / m_peak.GetBitRate();
    auto source = CreateObject<OnOffApplication>();
    source->SetAttribute("Protocol", TypeIdValue(UdpSocketFactory::GetTypeId()));
    source->SetAttribute("Remote", AddressValue(remote));
    source->SetAttribute("DataRate", DataRateValue(m_peak));
    source->SetAttribute("PacketSize", UintegerValue(DATAGRAM));
    source->SetAttribute("OnTime", PointerValue(MakeTimes(MEAN_ON)));
    source->SetAttribute("OffTime", PointerValue(MakeTimes(MEAN_ON * (1 / duty - 1))));
    source->SetAttribute("EnableSeqTsSizeHeader", BooleanValue(true));
    source->SetStartTime(m_sessions[number].start);
    m_stream += source->AssignStreams(m_stream);
    source->TraceConnectWithoutContext("Tx",
                                       MakeCallback(&AtmAbrLanScenario::Send, this).Bind(number));
    from->AddApplication(source);
    auto sink = CreateObject<PacketSink>();
    sink->SetAttribute("Protocol", TypeIdValue(UdpSocketFactory::GetTypeId()));
    sink->SetAttribute("Local", AddressValue(InetSocketAddress(Ipv4Address::GetAny(), PORT)));
    sink->SetAttribute("EnableSeqTsSizeHeader", BooleanValue(true));
    sink->TraceConnectWithoutContext("RxWithSeqTsSize",
                                     MakeCallback(&AtmAbrLanScenario::Receive, this).Bind(number));
    to->AddApplication(sink);
}

void
AtmAbrLanScenario::Send(uint32_t number, Ptr<const Packet> /* packet */)
{
    GetLedger().Inject(m_account);
    ++m_lans[number].underWay;
    m_lans[number].offered += Simulator::Now() >= m_warmUp;
}

void
AtmAbrLanScenario::Receive(uint32_t number,
                           Ptr<const Packet> /* packet */,
                           const Address& /* from */,
                           const Address& /* to */,
                           const SeqTsSizeHeader& header)
{
    GetLedger().Deliver(m_account);
    Lan& lan = m_lans[number];
    --lan.underWay;
    lan.came += Simulator::Now() >= m_warmUp;
    if (header.GetTs() >= m_warmUp)
    {
        lan.responses.push_back((Simulator::Now() - header.GetTs()).GetSeconds());
    }
}

void
AtmAbrLanScenario::Refuse(std::string name, Ptr<const Packet> /* packet */)
{
    GetLedger().Drop(m_account, GetLedger().AddReason("no room"));
    Lan& lan = m_lans[m_source.at(name)];
    --lan.underWay;
    lan.refused += Simulator::Now() >= m_warmUp;
}

void
AtmAbrLanScenario::Join(Ptr<const Packet> /* packet */)
{
    ++m_onLans;
}

void
AtmAbrLanScenario::Leave(Ptr<const Packet> /* packet */)
{
    --m_onLans;
}

void
AtmAbrLanScenario::Drop(uint32_t number, Ptr<const Packet> /* packet */)
{
    --m_lans[number].underWay;
    --m_onLans;
    ++m_dropped;
}

void
AtmAbrLanScenario::DoReport()
{
    auto& ledger = GetLedger();
    const uint32_t inside = m_fabric->Report(ledger, "fabric");
    uint64_t queued = 0;
    for (const auto& edge : m_edges)
    {
        queued += edge->GetQueue()->GetNPackets();
    }
    ledger.Drop(m_account, ledger.AddReason("Ethernet"), m_dropped);
    ledger.Drop(m_account, ledger.AddReason(AtmFabric::CELLS_LOST), m_fabric->GetFramesLost());
    ledger.StateInFlight(m_account, m_onLans + queued + ledger.GetInFlight(inside));
    Report("atm.lan_lost", m_dropped, "1", "datagrams that stock devices dropped");
    Report("atm.lost", m_fabric->GetLost(), "1", "cells that a full buffer of a switch refused");
    const double seconds = (m_duration - m_warmUp).GetSeconds();
    const uint32_t table = GetArchive().AddTable("frames",
                                                 {{"session", "1"},
                                                  {"name", "1"},
                                                  {"demand", "Mb/s"},
                                                  {"begin", "s"},
                                                  {"offered", "1"},
                                                  {"delivered", "1"},
                                                  {"refused", "1"},
                                                  {"held", "1"},
                                                  {"response", "s"},
                                                  {"response_95", "s"},
                                                  {"egress", "Mb/s"}});
    const auto write = [](double value) { return burst::WriteDouble(value); };
    for (uint32_t i = 0; i < m_lans.size(); ++i)
    {
        const Lan& lan = m_lans[i];
        const double sum = std::accumulate(lan.responses.begin(), lan.responses.end(), 0.0);
        GetArchive().AddRow(
            table,
            std::vector<std::string>{std::to_string(i),
                                     m_sessions[i].source,
                                     write(m_sessions[i].demand * 1e-6),
                                     write(m_warmUp.GetSeconds()),
                                     std::to_string(lan.offered),
                                     std::to_string(lan.responses.size()),
                                     std::to_string(lan.refused),
                                     std::to_string(lan.underWay),
                                     write(sum / lan.responses.size()),
                                     write(GetQuantile(lan.responses, 0.95)),
                                     write(GetMbps(lan.came * GetFrameCells(), seconds))});
    }
}

} // namespace ns3
