/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "load.h"

#include "delays.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/double.h"
#include "ns3/lossless-ethernet-topologies.h"
#include "ns3/run-archive.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ZurichHotspotLoadScenario);

namespace
{

const Time PIECE = MilliSeconds(10); // of the means by which a queue is settled
constexpr double SETTLED = 0.2;      // what they may differ by from the mean of all that follow

// Streams after StreamBase, beyond those of any network: links and phases leave the draws of all
// else as they are.
constexpr int64_t DELAYS = int64_t{1} << 32;
constexpr int64_t PHASES = DELAYS + 1;

} // namespace

TypeId
ZurichHotspotLoadScenario::GetTypeId()
{
    using Self = ZurichHotspotLoadScenario;
    static TypeId tid = AddStreamBase(
        TypeId("ns3::ZurichHotspotLoadScenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("zurich-hotspot")
            .AddConstructor<Self>()
            .AddAttribute("Topology",
                          "Name of a topology, such as single-stage[Nodes=16], or path of a "
                          "topology file.",
                          StringValue("single-stage"),
                          MakeStringAccessor(&Self::m_topology),
                          burst::MakeFileChecker(&GetLosslessTopologyFiles))
            .AddAttribute("Traffic",
                          "Words SOURCES>DESTINATION:LOAD: a station, a range as 1-6, or *; a "
                          "station, or * for all others; share of the link rate, which may be left "
                          "out where Process is given.",
                          StringValue("*>*:0.85"),
                          MakeStringAccessor(&Self::m_traffic),
                          MakeStringChecker())
            .AddAttribute("Process",
                          "When frames come of words without a load, in slots of the time of a "
                          "frame: any ns3::ArrivalProcess, or nothing. With a load each slot has "
                          "a frame with that probability.",
                          StringValue(""),
                          burst::MakeObjectTextAccessor(&Self::m_process),
                          burst::MakeObjectTextChecker<ArrivalProcess>(true))
            .AddAttribute("Sizes",
                          "Frames of a message, any ns3::RandomVariableStream, rounded up; "
                          "nothing for single frames. When messages come says Process, and no "
                          "word of Traffic has a load.",
                          StringValue(""),
                          burst::MakeObjectTextAccessor(&Self::m_sizes),
                          burst::MakeObjectTextChecker<RandomVariableStream>(true))
            .AddAttribute("Service",
                          "Words STATION:SHARE@BEGIN-END: the port to the station sends at that "
                          "share of the link rate, in seconds; the end may be left out.",
                          StringValue("1:0.2@0.1"),
                          MakeStringAccessor(&Self::m_service),
                          MakeStringChecker())
            .AddAttribute("Memory",
                          "Of each switch, any ns3::LosslessMemory.",
                          StringValue("ns3::PartitionedMemory"),
                          burst::MakeObjectTextAccessor(&Self::m_memory),
                          burst::MakeObjectTextChecker<LosslessMemory>())
            .AddAttribute("CongestionPoint",
                          "Of each output of the switches, any ns3::CongestionPoint, or nothing.",
                          StringValue("ns3::BcnCongestionPoint"),
                          burst::MakeObjectTextAccessor(&Self::m_congestionPoint),
                          burst::MakeObjectTextChecker<CongestionPoint>(true))
            .AddAttribute("ReactionPoint",
                          "Of each station, any ns3::ReactionPoint, or nothing.",
                          StringValue("ns3::BcnReactionPoint"),
                          burst::MakeObjectTextAccessor(&Self::m_reactionPoint),
                          burst::MakeObjectTextChecker<ReactionPoint>(true))
            .AddAttribute("Scheduler",
                          "Of each switch, any ns3::SwitchScheduler; empty: an output sends what "
                          "came first.",
                          StringValue(""),
                          burst::MakeObjectTextAccessor(&Self::m_scheduler),
                          burst::MakeObjectTextChecker<SwitchScheduler>(true))
            .AddAttribute("LinkRate",
                          "Of links that do not say otherwise, bits per second.",
                          DataRateValue(DataRate("10Gbps")),
                          MakeDataRateAccessor(&Self::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("LinkDelay",
                          "Of links that do not say otherwise.",
                          TimeValue(NanoSeconds(500)),
                          MakeTimeAccessor(&Self::m_delay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("DelaySpread",
                          "Each of these links has a delay of its own: from LinkDelay to LinkDelay "
                          "+ DelaySpread, in the shortest steps of nanoseconds in which a link "
                          "sends whole bytes (4 at 10 Gb/s). 0: all have LinkDelay.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Self::m_spread),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("RandomPhases",
                          "Whether the slots of each station begin at a byte of the first slot "
                          "that is drawn, else at the start of the run.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Self::m_phases),
                          MakeBooleanChecker())
            .AddAttribute("FrameBytes",
                          "Bytes of a data frame.",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&Self::m_bytes),
                          MakeUintegerChecker<uint32_t>(64, 9216))
            .AddAttribute("Headroom",
                          "Bytes of a memory that are kept for what comes after a PAUSE was asked "
                          "for; 0: as many as are needed.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Self::m_headroom),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("WarmUp",
                          "Time before that which is measured.",
                          TimeValue(Seconds(0.3)),
                          MakeTimeAccessor(&Self::m_warmUp),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Duration",
                          "Time of the whole run, more than WarmUp.",
                          TimeValue(Seconds(0.5)),
                          MakeTimeAccessor(&Self::m_duration),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("Step",
                          "Of the time series; 0: none.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&Self::m_step),
                          MakeTimeChecker(Time(0))));
    return tid;
}

std::string
ZurichHotspotLoadScenario::GetHelp() const
{
    return "Loads lossless switches with frames, slows some ports down, and measures rates, "
           "queues, pauses and messages.";
}

Time
ZurichHotspotLoadScenario::GetDuration() const
{
    return m_duration;
}

void
ZurichHotspotLoadScenario::DoBuild()
{
    if (m_duration <= m_warmUp)
    {
        throw std::invalid_argument("Duration is " + burst::WriteTime(m_duration) +
                                    "; allowed is more than WarmUp, " + burst::WriteTime(m_warmUp));
    }
    BuildFabric();
    BuildTraffic();
    FindHot();
    BuildService();
    Simulator::Schedule(m_warmUp, &ZurichHotspotLoadScenario::Begin, this);
    if (m_step.IsStrictlyPositive())
    {
        m_series = GetArchive().AddTable(
            "series",
            {{"time", "s"}, {"throughput", "Gb/s"}, {"hot", "Gb/s"}, {"queue", "B"}});
        Simulator::Schedule(m_step, &ZurichHotspotLoadScenario::Step, this);
    }
    m_fabric->Initialize();
}

void
ZurichHotspotLoadScenario::BuildFabric()
{
    m_fabric = CreateObject<LosslessEthernetFabric>();
    m_fabric->SetAttribute("Rate", DataRateValue(m_rate));
    m_fabric->SetAttribute("Delay", TimeValue(m_delay));
    m_fabric->SetAttribute("Memory", burst::ObjectTextValue(m_memory));
    m_fabric->SetAttribute("Scheduler", burst::ObjectTextValue(m_scheduler));
    m_fabric->SetAttribute("CongestionPoint", burst::ObjectTextValue(m_congestionPoint));
    m_fabric->SetAttribute("ReactionPoint", burst::ObjectTextValue(m_reactionPoint));
    m_fabric->SetAttribute("LargestFrame", UintegerValue(m_bytes));
    m_fabric->SetAttribute("Headroom", UintegerValue(m_headroom));
    fabric::Topology topology = LosslessTopology(m_topology);
    if (m_spread.IsStrictlyPositive())
    {
        topology = DrawDelays(topology, m_delay, m_spread, m_rate, GetStreamBase() + DELAYS);
    }
    m_fabric->Build(topology);
}

void
ZurichHotspotLoadScenario::BuildTraffic()
{
    const LosslessNetwork& network = m_fabric->GetNetwork();
    const uint32_t stations = network.GetStations().size();
    m_words = ReadTraffic(m_traffic, stations);
    m_counter.bytes.received.resize(stations);
    int64_t stream = GetStreamBase();
    stream += m_fabric->AssignStreams(stream);
    const auto pattern = CreateObject<UniformDestinations>();
    pattern->SetDevices(stations);
    stream += pattern->AssignStreams(stream);
    const auto phase = CreateObject<UniformRandomVariable>();
    phase->SetStream(GetStreamBase() + PHASES);
    for (uint32_t station = 0; station < stations; ++station)
    {
        const auto& channel = network.GetChannels()[network.GetStationPorts()[station]];
        m_sources.push_back(std::make_unique<FrameSource>(
            station,
            m_bytes,
            m_bytes * channel.byteTicks,
            m_phases ? phase->GetInteger(0, m_bytes - 1) * channel.byteTicks : 0,
            m_counter));
        if (m_sizes)
        {
            const auto own = m_sizes.Create<RandomVariableStream>();
            own->SetStream(stream++);
            m_sources.back()->SetSizes(own);
        }
    }
    for (TrafficWord& word : m_words)
    {
        if (word.load ? bool(m_sizes) : !m_process)
        {
            throw std::invalid_argument("Traffic is '" + m_traffic +
                                        "'; allowed are words without a load where Process "
                                        "is given, and only those where Sizes is given");
        }
        burst::ObjectText text = m_process;
        if (word.load)
        {
            text = burst::ObjectText(
                "ns3::BernoulliArrivals[Probability=" + burst::WriteDouble(*word.load) + "]",
                ArrivalProcess::GetTypeId());
        }
        for (uint32_t station = word.first; station <= word.last; ++station)
        {
            const auto process = text.Create<ArrivalProcess>();
            stream += process->AssignStreams(stream);
            word.load = word.load.value_or(process->GetMeanRate());
            const bool all = word.destination == TrafficWord::ALL;
            if (!all)
            {
                m_counter.bytes.flows[{station, word.destination}] = 0;
            }
            m_sources[station]->AddFlow(process, word.destination, all ? pattern : nullptr);
        }
    }
    for (uint32_t station = 0; station < stations; ++station)
    {
        m_fabric->SetSource(station, m_sources[station].get());
    }
    m_last = m_before = m_counter.bytes;
    m_stepArea.resize(stations);
}

uint32_t
ZurichHotspotLoadScenario::GetPortTo(uint32_t station) const
{
    return m_fabric->GetNetwork().GetStationPorts()[station] ^ 1;
}

void
ZurichHotspotLoadScenario::FindHot()
{
    const LosslessNetwork& network = m_fabric->GetNetwork();
    const uint32_t stations = network.GetStations().size();
    m_load.assign(network.GetChannels().size(), 0);
    const auto add = [&](uint32_t source, uint32_t destination, double load) {
        uint32_t port = network.GetStationPorts()[source];
        for (; !network.GetChannels()[port].toStation;
             port = network.GetNext(network.GetChannels()[port].to, destination))
        {
            m_load[port] += load;
        }
        m_load[port] += load;
    };
    for (const TrafficWord& word : m_words)
    {
        for (uint32_t source = word.first; source <= word.last; ++source)
        {
            for (uint32_t other = 0; other < stations; ++other)
            {
                if (word.destination == TrafficWord::ALL && other != source)
                {
                    add(source, other, *word.load / (stations - 1));
                }
            }
            if (word.destination != TrafficWord::ALL)
            {
                add(source, word.destination, *word.load);
            }
        }
    }
    m_services = ReadService(m_service, stations);
    std::vector<double> share(stations, 1);
    for (const auto& [station, least, begin, end] : m_services)
    {
        share[station] = std::min(share[station], least);
    }
    for (uint32_t station = 0; station < stations; ++station)
    {
        m_load[GetPortTo(station)] /= share[station]; // infinite where nothing is sent
        if (m_load[GetPortTo(station)] > m_load[GetPortTo(m_hot)])
        {
            m_hot = station;
        }
    }
}

void
ZurichHotspotLoadScenario::BuildService()
{
    double onset = 0;
    for (const auto& [station, share, begin, end] : m_services)
    {
        onset = std::max(onset, begin);
        const uint32_t port = GetPortTo(station);
        const auto rate = static_cast<double>(m_fabric->GetNetwork().GetChannels()[port].rate);
        m_fabric->SetServiceRate(port, share * rate, Seconds(begin));
        if (std::isfinite(end))
        {
            m_fabric->SetServiceRate(port, LosslessEngine::LINK_RATE, Seconds(end));
        }
    }
    Simulator::Schedule(Seconds(onset), &ZurichHotspotLoadScenario::Piece, this);
}

void
ZurichHotspotLoadScenario::Begin()
{
    LosslessEngine& engine = m_fabric->GetEngine();
    m_begin = engine.GetTick();
    m_before = m_counter.bytes;
    m_counter.measuring = true;
    for (uint32_t port = 0; port < m_load.size(); ++port)
    {
        m_messages.push_back(engine.GetMessages(port));
        m_pauses.push_back(engine.GetPauses(port));
        m_paused.push_back(engine.GetPausedTicks(port));
        m_portBytes.push_back(engine.GetBytes(port));
    }
    // Steps and pieces go on with the integrals.
    for (uint32_t station = 0; station < m_stepArea.size(); ++station)
    {
        m_stepArea[station] -= engine.GetQueue(GetPortTo(station)).GetArea(m_begin);
    }
    for (double& area : m_pieces)
    {
        area -= engine.GetQueue(GetPortTo(m_hot)).GetArea(m_begin);
    }
    for (uint32_t port = 0; port < m_load.size(); ++port)
    {
        engine.GetQueue(port).Restart(m_begin);
    }
}

void
ZurichHotspotLoadScenario::Step()
{
    LosslessEngine& engine = m_fabric->GetEngine();
    const int64_t now = engine.GetTick();
    const int64_t ticks = m_fabric->GetNetwork().GetTicks(m_step);
    const double begin = (Simulator::Now() - m_step).GetSeconds();
    uint32_t hot = m_hot;
    for (const ServiceWord& word : m_services)
    {
        if (word.begin <= begin && begin < word.end)
        {
            hot = word.station;
        }
    }
    std::vector<double> areas;
    for (uint32_t station = 0; station < m_counter.bytes.received.size(); ++station)
    {
        areas.push_back(engine.GetQueue(GetPortTo(station)).GetArea(now));
    }
    GetArchive().AddRow(
        m_series,
        std::vector<double>{begin,
                            GetRate(m_counter.bytes.total - m_last.total, ticks) / m_sources.size(),
                            GetRate(m_counter.bytes.received[hot] - m_last.received[hot], ticks),
                            (areas[hot] - m_stepArea[hot]) / static_cast<double>(ticks)});
    m_last = m_counter.bytes;
    m_stepArea = areas;
    m_nextStep = Simulator::Now() + m_step;
    Simulator::Schedule(m_step, &ZurichHotspotLoadScenario::Step, this);
}

void
ZurichHotspotLoadScenario::Piece()
{
    LosslessEngine& engine = m_fabric->GetEngine();
    m_pieces.push_back(engine.GetQueue(GetPortTo(m_hot)).GetArea(engine.GetTick()));
    m_nextPiece = Simulator::Now() + PIECE;
    Simulator::Schedule(PIECE, &ZurichHotspotLoadScenario::Piece, this);
}

double
ZurichHotspotLoadScenario::GetSettling() const
{
    std::vector<double> means;
    for (std::size_t i = 1; i < m_pieces.size(); ++i)
    {
        means.push_back(m_pieces[i] - m_pieces[i - 1]);
    }
    for (std::size_t first = 0; first + 1 < means.size(); ++first)
    {
        const double mean = std::accumulate(means.begin() + first, means.end(), 0.0) /
                            static_cast<double>(means.size() - first);
        if (std::all_of(means.begin() + first, means.end(), [mean](double piece) {
                return std::abs(piece - mean) <= SETTLED * mean;
            }))
        {
            return first * PIECE.GetSeconds();
        }
    }
    return std::numeric_limits<double>::quiet_NaN();
}

double
ZurichHotspotLoadScenario::GetRate(uint64_t bytes, int64_t ticks) const
{
    const auto tickRate = static_cast<double>(m_fabric->GetNetwork().GetRate());
    return 1e-9 * static_cast<double>(bytes) / static_cast<double>(ticks) * tickRate;
}

void
ZurichHotspotLoadScenario::DoReport()
{
    // What falls on the end of the run is no event of it.
    if (m_nextStep == m_duration)
    {
        Step();
    }
    if (m_nextPiece == m_duration)
    {
        Piece();
    }
    LosslessEngine& engine = m_fabric->GetEngine();
    const int64_t now = engine.GetTick();
    const int64_t ticks = now - m_begin;
    LosslessQueueRecord& queue = engine.GetQueue(GetPortTo(m_hot));
    Report("hotspot.throughput",
           GetRate(m_counter.bytes.total - m_before.total, ticks) / m_sources.size(),
           "Gb/s",
           "received by a station, mean over all");
    Report("hotspot.hot",
           GetRate(m_counter.bytes.received[m_hot] - m_before.received[m_hot], ticks),
           "Gb/s",
           "received by the station with the most load over what its port can send");
    Report("hotspot.queue", queue.GetMean(now), "B", "of the hot port, mean by time");
    Report("hotspot.queue_sd",
           queue.GetDeviation(now),
           "B",
           "of the hot port, standard deviation by time");
    Report("hotspot.queue_min", queue.GetLeast(), "B", "least of the hot port");
    Report("hotspot.queue_max", queue.GetMost(), "B", "most of the hot port");
    if (const double settling = GetSettling(); std::isfinite(settling))
    {
        Report("hotspot.settled",
               settling,
               "s",
               "from the onset until all means of the hot queue over 10 ms are within 20 % of "
               "their mean; not there if it does not settle");
    }
    Report("hotspot.dropped", m_fabric->GetDrops().GetTotal().number, "1", "data frames lost");
    Report("hotspot.missing", m_fabric->GetMissing(), "1", "data frames that are nowhere");
    if (const auto& completion = m_counter.completion; completion.GetCount() > 0)
    {
        const double second = 8.0 / static_cast<double>(m_fabric->GetNetwork().GetRate()); // a tick
        Report("hotspot.completion_mean",
               second * completion.GetSum() / static_cast<double>(completion.GetCount()),
               "s",
               "from the arrival of a message to its last frame, mean of those that ended");
        Report("hotspot.completion_p99",
               second * static_cast<double>(completion.GetQuantile(0.99)),
               "s",
               "from the arrival of a message to its last frame, 99 percentile");
    }
    Report("hotspot.hops",
           static_cast<double>(engine.GetHops()),
           "1",
           "data frames that started on a link, the warm-up included");
    Report("hotspot.steps", static_cast<double>(engine.GetSteps()), "1", "steps of the engine");
    ReportFlows();
    ReportPorts();
    ReportPartitions();
    ReportDrawn();
    m_fabric->Report(GetLedger(), "fabric");
}

void
ZurichHotspotLoadScenario::ReportFlows()
{
    const int64_t ticks = m_fabric->GetEngine().GetTick() - m_begin;
    const uint32_t table =
        GetArchive().AddTable("flow", {{"source", "1"}, {"destination", "1"}, {"rate", "Gb/s"}});
    std::vector<uint64_t> rest = m_counter.bytes.received;
    for (uint32_t station = 0; station < rest.size(); ++station)
    {
        rest[station] -= m_before.received[station];
    }
    const auto add = [&](double source, uint32_t destination, uint64_t bytes) {
        GetArchive().AddRow(table,
                            std::vector<double>{source, destination + 1.0, GetRate(bytes, ticks)});
    };
    bool all = false;
    for (const TrafficWord& word : m_words)
    {
        all = all || word.destination == TrafficWord::ALL;
        for (uint32_t source = word.first;
             word.destination != TrafficWord::ALL && source <= word.last;
             ++source)
        {
            const std::pair flow(source, word.destination);
            const uint64_t bytes = m_counter.bytes.flows[flow] - m_before.flows[flow];
            rest[word.destination] -= bytes;
            add(source + 1.0, word.destination, bytes);
        }
    }
    for (uint32_t destination = 0; all && destination < rest.size(); ++destination)
    {
        add(0, destination, rest[destination]);
    }
}

void
ZurichHotspotLoadScenario::ReportPorts()
{
    LosslessEngine& engine = m_fabric->GetEngine();
    const LosslessNetwork& network = m_fabric->GetNetwork();
    const int64_t now = engine.GetTick();
    const int64_t ticks = now - m_begin;
    const uint32_t table = GetArchive().AddTable("port",
                                                 {{"name", "1"},
                                                  {"rate", "Gb/s"},
                                                  {"queue", "B"},
                                                  {"queue_max", "B"},
                                                  {"paused", "1"},
                                                  {"messages", "1"}});
    double sent = 0;
    double arrivals = 0;
    for (const auto& source : m_sources)
    {
        arrivals += static_cast<double>(source->GetArrivals());
        sent += static_cast<double>(source->GetFrames());
    }
    double messages = 0;
    double wrong = 0;
    double pauses = 0;
    double paused = 0;
    for (uint32_t port = 0; port < m_load.size(); ++port)
    {
        const auto& channel = network.GetChannels()[port];
        const auto own = static_cast<double>(engine.GetMessages(port) - m_messages[port]);
        const double share =
            static_cast<double>(engine.GetPausedTicks(port) - m_paused[port]) / ticks;
        messages += own;
        wrong += m_load[port] * sent < arrivals ? own : 0;
        pauses += static_cast<double>(engine.GetPauses(port) - m_pauses[port]);
        paused += channel.fromStation ? share / m_sources.size() : 0;
        const LosslessQueueRecord& queue = engine.GetQueue(port);
        GetArchive().AddRow(
            table,
            std::vector<std::string>{
                network.GetTopology().GetChannelName(port),
                burst::WriteDouble(GetRate(engine.GetBytes(port) - m_portBytes[port], ticks)),
                burst::WriteDouble(queue.GetMean(now)),
                std::to_string(queue.GetMost()),
                burst::WriteDouble(share),
                burst::WriteDouble(own)});
    }
    Report("hotspot.messages", messages, "1", "of congestion points");
    Report("hotspot.false",
           wrong,
           "1",
           "messages of congestion points at ports that can send all that is offered to them");
    Report("hotspot.pauses", pauses, "1", "frames that ask for a pause");
    Report("hotspot.paused", paused, "1", "share of time in which a station is paused, mean");
}

void
ZurichHotspotLoadScenario::ReportPartitions()
{
    const LosslessEngine& engine = m_fabric->GetEngine();
    const LosslessNetwork& network = m_fabric->GetNetwork();
    const uint32_t table =
        GetArchive().AddTable("partition",
                              {{"switch", "1"}, {"input", "1"}, {"limit", "B"}, {"high", "B"}});
    double margin = std::numeric_limits<double>::infinity();
    for (uint32_t number = 0; number < network.GetSwitches().size(); ++number)
    {
        const auto& node = network.GetTopology().GetNodes()[network.GetSwitches()[number].node];
        for (const auto& part : engine.GetMemory(number)->GetPartitions())
        {
            const bool all = part.input == LosslessMemory::ALL;
            margin =
                std::min(margin, static_cast<double>(part.limit) - static_cast<double>(part.high));
            GetArchive().AddRow(table,
                                std::vector<std::string>{node.name,
                                                         std::to_string(all ? 0 : part.input + 1),
                                                         std::to_string(part.limit),
                                                         std::to_string(part.high)});
        }
    }
    Report("hotspot.margin",
           margin,
           "B",
           "least distance of the most a partition held to its limit");
}

void
ZurichHotspotLoadScenario::ReportDrawn()
{
    const LosslessNetwork& network = m_fabric->GetNetwork();
    const double nanosecond = 8e9 / static_cast<double>(network.GetRate()); // of a tick
    if (m_spread.IsStrictlyPositive())
    {
        const uint32_t table = GetArchive().AddTable("link", {{"name", "1"}, {"delay", "ns"}});
        for (uint32_t channel = 0; channel < network.GetChannels().size(); channel += 2)
        {
            const auto ticks = static_cast<double>(network.GetChannels()[channel].delayTicks);
            GetArchive().AddRow(
                table,
                std::vector<std::string>{network.GetTopology().GetChannelName(channel),
                                         burst::WriteDouble(nanosecond * ticks)});
        }
    }
    if (m_phases)
    {
        const uint32_t table = GetArchive().AddTable("phase", {{"station", "1"}, {"phase", "ns"}});
        for (uint32_t station = 0; station < m_sources.size(); ++station)
        {
            const auto ticks = static_cast<double>(m_sources[station]->GetPhase());
            GetArchive().AddRow(table, std::vector<double>{station + 1.0, nanosecond * ticks});
        }
    }
}

} // namespace ns3
