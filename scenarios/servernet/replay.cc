/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/enum.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/servernet-arbiter-set.h"
#include "ns3/servernet-engine.h"
#include "ns3/servernet-schedule.h"
#include "ns3/servernet-topologies.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{

/**
 * Given packets at given times through any topology: the ticks of request, grant, head and tail of
 * each packet on each channel, and of its delivery. There are no responses, and only arbiters draw
 * random numbers.
 */
class ServernetReplayScenario : public scenario::Scenario, private ServerNetEngine::Listener
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetHelp() const override;

  private:
    void DoBuild() override;
    void DoReport() override;

    void Delivered(const ServerNetEngine::Packet& packet, int64_t tick) override;
    bool HasHopSinks() const override;
    void TailStarted(const ServerNetEngine::Hop& hop) override;

    void Carry(ServerNetEngine& engine);
    void ReportHops();
    void ReportDeliveries();

    /** @return number, source, destination and type of a packet, as tables begin */
    std::vector<std::string> Describe(uint64_t packet) const;

    std::string m_topology;         //!< attribute Topology
    std::string m_schedule;         //!< attribute Schedule
    uint32_t m_fifoFlits;           //!< attribute FifoFlits
    uint32_t m_headTicks;           //!< attribute HeadTicks
    uint32_t m_bodyTicks;           //!< attribute BodyTicks
    uint32_t m_creditTicks;         //!< attribute CreditTicks
    uint32_t m_refillTicks;         //!< attribute RefillTicks
    ServerNetEngine::Kind m_engine; //!< attribute Engine
    burst::ObjectText m_arbiter;    //!< attribute Arbiter

    std::shared_ptr<const ServerNetNetwork> m_network;
    std::vector<ServerNetSchedule::Entry> m_packets;
    std::vector<ServerNetEngine::Hop> m_hops;
    std::vector<int64_t> m_delivered; //!< tick by packet
    int64_t m_stalled{0};             //!< ticks of all channels
    uint32_t m_account{0};            //!< in the ledger
};

NS_OBJECT_ENSURE_REGISTERED(ServernetReplayScenario);

TypeId
ServernetReplayScenario::GetTypeId()
{
    const auto ticks = [] { return MakeUintegerChecker<uint32_t>(1, ServerNetTiming::MOST_TICKS); };
    static TypeId tid = AddStreamBase(
        TypeId("ns3::ServernetReplayScenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("servernet")
            .AddConstructor<ServernetReplayScenario>()
            .AddAttribute("Topology",
                          "Path of a topology file, from the folder the run is started in, or "
                          "tetra-16, tetra-16-3-1, tetra-8, single-router[Cpus=2|Ios=4] or "
                          "fractahedron[Levels=2|Branches=8].",
                          StringValue("contrib/fabric/examples/topologies/two-routers.topology"),
                          MakeStringAccessor(&ServernetReplayScenario::m_topology),
                          burst::MakeFileChecker(&GetServerNetTopologyFiles))
            .AddAttribute("Schedule",
                          "Path of a file with a packet a line, TICK SOURCE DESTINATION TYPE: "
                          "read-request, read-response, write-request, write-response or a number "
                          "of flits.",
                          StringValue("scenarios/servernet/replay.schedule"),
                          MakeStringAccessor(&ServernetReplayScenario::m_schedule),
                          burst::MakeFileChecker())
            .AddAttribute("FifoFlits",
                          "Flits that the FIFO at the end of a link holds, at least BodyTicks + "
                          "CreditTicks.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&ServernetReplayScenario::m_fifoFlits),
                          MakeUintegerChecker<uint32_t>(2, ServerNetTiming::MOST_FLITS))
            .AddAttribute("HeadTicks",
                          "Ticks from the start of a head on a link to its request for the next, "
                          "at least BodyTicks.",
                          UintegerValue(15),
                          MakeUintegerAccessor(&ServernetReplayScenario::m_headTicks),
                          ticks())
            .AddAttribute("BodyTicks",
                          "Ticks from the start of another flit on a link to its earliest start on "
                          "the next.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&ServernetReplayScenario::m_bodyTicks),
                          ticks())
            .AddAttribute("CreditTicks",
                          "Ticks from the start of a flit out of a full FIFO to that of the flit "
                          "that takes its place.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&ServernetReplayScenario::m_creditTicks),
                          ticks())
            .AddAttribute("RefillTicks",
                          "Ticks from the start of a tail out of a FIFO to the request of the "
                          "next head in it.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&ServernetReplayScenario::m_refillTicks),
                          ticks())
            .AddAttribute(
                "Engine",
                "What moves the packets: Event, or the slow reference Flit. Both do "
                "exactly the same.",
                EnumValue(ServerNetEngine::EVENT),
                burst::MakeEnumerationAccessor<ServerNetEngine::Kind>(
                    &ServernetReplayScenario::m_engine),
                MakeEnumChecker(ServerNetEngine::EVENT, "Event", ServerNetEngine::FLIT, "Flit"))
            .AddAttribute("Arbiter",
                          "Arbiter of every output of a router, any ns3::ServerNetArbiter.",
                          StringValue("ns3::ServerNetRoundRobinArbiter"),
                          burst::MakeObjectTextAccessor(&ServernetReplayScenario::m_arbiter),
                          burst::MakeObjectTextChecker<ServerNetArbiter>()));
    return tid;
}

std::string
ServernetReplayScenario::GetHelp() const
{
    return "Sends the packets of a file through a topology and tells when the head and the tail of "
           "each started on each channel.";
}

void
ServernetReplayScenario::Delivered(const ServerNetEngine::Packet& packet, int64_t tick)
{
    m_delivered[packet.id] = tick;
    GetLedger().Deliver(m_account);
}

bool
ServernetReplayScenario::HasHopSinks() const
{
    return true;
}

void
ServernetReplayScenario::TailStarted(const ServerNetEngine::Hop& hop)
{
    m_hops.push_back(hop);
}

void
ServernetReplayScenario::DoBuild()
{
    ServerNetTiming timing;
    timing.fifoFlits = m_fifoFlits;
    timing.headTicks = m_headTicks;
    timing.bodyTicks = m_bodyTicks;
    timing.creditTicks = m_creditTicks;
    timing.refillTicks = m_refillTicks;
    m_network = std::make_shared<const ServerNetNetwork>(ServerNetTopology(m_topology), timing);
    m_packets = ReadServerNetSchedule(m_schedule, *m_network).GetEntries();
    m_delivered.resize(m_packets.size());
    m_account = GetLedger().AddAccount("packets");
    Carry(*ServerNetEngine::Make(m_engine, m_network, this));
}

void
ServernetReplayScenario::Carry(ServerNetEngine& engine)
{
    ServerNetArbiterSet arbiters(*m_network,
                                 [this](uint32_t) { return m_arbiter.Create<ServerNetArbiter>(); });
    arbiters.AssignStreams(GetStreamBase());
    arbiters.Connect(engine);
    std::vector<ServerNetEngine::Packet> packets;
    for (const auto& [tick, source, destination, flits, type] : m_packets)
    {
        packets.push_back({packets.size(), source, destination, flits, tick});
    }
    GetLedger().Inject(m_account, packets.size());
    engine.Carry(packets);
    for (uint32_t channel = 0; channel < m_network->GetChannels().size(); ++channel)
    {
        m_stalled += engine.GetState(channel).stalled;
    }
}

void
ServernetReplayScenario::DoReport()
{
    ReportHops();
    ReportDeliveries();
    const auto last = std::max_element(m_delivered.begin(), m_delivered.end());
    Report("packets", m_packets.size(), "1", "packets sent and delivered");
    Report("stalled", m_stalled, "tick", "ticks in which a channel was owned and stalled");
    Report("last_delivery", *last, "tick", "when the last packet was delivered");
}

std::vector<std::string>
ServernetReplayScenario::Describe(uint64_t packet) const
{
    const auto& devices = m_network->GetDevices();
    const auto& nodes = m_network->GetTopology().GetNodes();
    return {std::to_string(packet + 1),
            nodes[devices[m_packets[packet].source]].name,
            nodes[devices[m_packets[packet].destination]].name,
            m_packets[packet].type};
}

void
ServernetReplayScenario::ReportHops()
{
    std::sort(m_hops.begin(), m_hops.end(), [](const auto& a, const auto& b) {
        return std::tie(a.packet.id, a.hop) < std::tie(b.packet.id, b.hop);
    });
    const uint32_t table = GetArchive().AddTable("hops",
                                                 {{"packet", "1"},
                                                  {"source", ""},
                                                  {"destination", ""},
                                                  {"type", ""},
                                                  {"channel", ""},
                                                  {"request", "tick"},
                                                  {"grant", "tick"},
                                                  {"head", "tick"},
                                                  {"tail", "tick"}});
    for (const auto& hop : m_hops)
    {
        auto row = Describe(hop.packet.id);
        row.push_back(m_network->GetTopology().GetChannelName(hop.channel));
        for (const int64_t tick : {hop.request, hop.grant, hop.head, hop.tail})
        {
            row.push_back(std::to_string(tick));
        }
        GetArchive().AddRow(table, row);
    }
}

void
ServernetReplayScenario::ReportDeliveries()
{
    const uint32_t table = GetArchive().AddTable("deliveries",
                                                 {{"packet", "1"},
                                                  {"source", ""},
                                                  {"destination", ""},
                                                  {"type", ""},
                                                  {"flits", "1"},
                                                  {"sent", "tick"},
                                                  {"delivered", "tick"}});
    for (uint64_t packet = 0; packet < m_packets.size(); ++packet)
    {
        auto row = Describe(packet);
        row.push_back(std::to_string(m_packets[packet].flits));
        row.push_back(std::to_string(m_packets[packet].tick));
        row.push_back(std::to_string(m_delivered[packet]));
        GetArchive().AddRow(table, row);
    }
}

} // namespace ns3
