/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "session-scenario.h"

#include "ns3/atm-abr-aal5.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/enum.h"
#include "ns3/node.h"
#include "ns3/run-archive.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace ns3
{

/**
 * Frames of LANs at edge devices with finite buffers: which are lost there, and how long the others
 * are under way.
 */
class AtmAbrEdgeScenario : public AtmAbrSessionScenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;

  private:
    /** What an edge device drops of a frame that finds too little room. */
    enum Discard : uint8_t
    {
        FRAME, //!< all of it
        CELLS, //!< the cells beyond the room
    };

    /** A frame under way. */
    struct Frame
    {
        uint64_t uid; //!< of its packet
        Time offered; //!< when it came to its source
    };

    /** A session. */
    struct Session
    {
        Ptr<AtmEdgeDevice> source;   //!< of its frames
        Ptr<AtmEdgeDevice> sink;     //!< the other end
        Ptr<ArrivalProcess> process; //!< of frames, in ticks of a picosecond from its start
        std::deque<Frame> frames;    //!< under way or lost behind the source, in order
        std::vector<Time> offered;   //!< when frames came to the source
        std::vector<Time> refused;   //!< when those came that found no room there
        std::vector<Time> cut;       //!< when those came that lost cells there
        std::vector<std::pair<Time, double>> delivered; //!< when frames came that were delivered,
                                                        //!< and how long they took, s
        uint64_t most{0};                               //!< cells at the source
    };

    void DoBuild() override;
    void DoReport() override;

    void AddSession(uint32_t number); //!< @param number of one of m_sessions
    /** @param name of an edge device @return it, on a node of its own */
    Ptr<AtmEdgeDevice> GetDevice(const std::string& name);
    void PlanFrame(uint32_t number); //!< The next frame of a session. @param number of it
    void Offer(uint32_t number);     //!< A frame comes. @param number of its session

    bool Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from);

    void Refuse(Ptr<const Packet> packet); //!< A frame finds no room. @param packet of it

    void Sample();                  //!< Count the frames that are there.
    uint64_t CountQueued() const;   //!< @return frames that wait in TxQueue
    uint32_t GetFrameCells() const; //!< @return cells of a frame
    /** Rows of all sessions. */
    void ReportSessions(uint32_t table, const Time& begin);

    uint32_t m_bytes;  //!< attribute FrameBytes
    Discard m_discard; //!< attribute Discard

    std::vector<Session> m_ends;                                   //!< by session
    std::map<std::string, Ptr<AtmEdgeDevice>> m_devices;           //!< by name
    std::map<std::pair<Ptr<NetDevice>, Address>, uint32_t> m_came; //!< by sink and source: session
    uint32_t m_account{0};                                         //!< of frames, in the ledger
    uint64_t m_refused{0};                                         //!< frames, from the start on
    double m_sojourn{0};                                           //!< s, of all frames under way
    double m_held{0};                                              //!< sum of samples, frames
    uint64_t m_samples{0};                                         //!< how many
};

NS_OBJECT_ENSURE_REGISTERED(AtmAbrEdgeScenario);

namespace
{

constexpr uint16_t PROTOCOL = 0x88b5; // for local experiments, IEEE 802
const Time STEP = MicroSeconds(373);  // between samples; no multiple of it is a slot of a trace

} // namespace

TypeId
AtmAbrEdgeScenario::GetTypeId()
{
    using Self = AtmAbrEdgeScenario;
    static TypeId tid =
        AddEdges(AddProcess(AddNetwork(TypeId("ns3::AtmAbrEdgeScenario").AddConstructor<Self>(),
                                       Defaults()),
                            TRACE),
                 0)
            .AddAttribute("FrameBytes",
                          "Bytes of a packet in an Ethernet frame; a demand counts its cells.",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&Self::m_bytes),
                          MakeUintegerChecker<uint32_t>(46, 1500))
            .AddAttribute("Discard",
                          "What an edge device drops of a frame that finds too little room: the "
                          "frame, or the cells beyond the room.",
                          EnumValue(FRAME),
                          burst::MakeEnumerationAccessor<Discard>(&Self::m_discard),
                          MakeEnumChecker(FRAME, "Frame", CELLS, "Cells"));
    return tid;
}

std::string
AtmAbrEdgeScenario::GetHelp() const
{
    return "Sends Ethernet frames through ATM edge devices with finite buffers by ABR, and "
           "measures lost frames and response times.";
}

uint32_t
AtmAbrEdgeScenario::GetFrameCells() const
{
    return atm::Aal5::GetCells(m_bytes + AtmEdgeDevice::OVERHEAD);
}

void
AtmAbrEdgeScenario::DoBuild()
{
    BuildFabric();
    m_ends.resize(m_sessions.size());
    for (uint32_t number = 0; number < m_sessions.size(); ++number)
    {
        AddSession(number);
    }
    m_account = GetLedger().AddAccount("frames");
    BeginFabric();
    for (uint32_t number = 0; number < m_sessions.size(); ++number)
    {
        PlanFrame(number);
    }
    Simulator::Schedule(STEP, &AtmAbrEdgeScenario::Sample, this);
}

void
AtmAbrEdgeScenario::AddSession(uint32_t number)
{
    AtmSession& session = m_sessions[number];
    Session& ends = m_ends[number];
    auto frames = session;
    frames.demand /= GetFrameCells();
    ends.process = MakeProcess(frames);
    if (!ends.process)
    {
        throw std::invalid_argument("the demand of source '" + session.source +
                                    "' is greedy; allowed is a rate in Mb/s");
    }
    ends.process->AssignStreams(GetStreamBase() + number);
    session.demand = frames.demand * GetFrameCells();
    ends.source = GetDevice(session.source);
    ends.sink = GetDevice(session.destination);
    m_fabric->AddFrameVcs(session.source, session.destination, MakeBehavior(session));
    m_came[{ends.sink, ends.source->GetAddress()}] = number;
}

Ptr<AtmEdgeDevice>
AtmAbrEdgeScenario::GetDevice(const std::string& name)
{
    auto& device = m_devices[name];
    if (!device)
    {
        device = AddEdgeDevice(name, GetFrameCells(), m_discard == CELLS);
        device->SetReceiveCallback(MakeCallback(&AtmAbrEdgeScenario::Receive, this));
        device->TraceConnectWithoutContext("MacTxDrop",
                                           MakeCallback(&AtmAbrEdgeScenario::Refuse, this));
    }
    return device;
}

void
AtmAbrEdgeScenario::PlanFrame(uint32_t number)
{
    Session& ends = m_ends[number];
    std::vector<int64_t> tick;
    ends.process->Take(1, tick);
    if (tick.empty())
    {
        return;
    }
    const Time time = m_sessions[number].start + PicoSeconds(tick.front()) + TimeStep(1);
    if (time < m_duration)
    {
        Simulator::ScheduleWithContext(ends.source->GetNode()->GetId(),
                                       time - Simulator::Now(),
                                       &AtmAbrEdgeScenario::Offer,
                                       this,
                                       number);
    }
}

void
AtmAbrEdgeScenario::Offer(uint32_t number)
{
    Session& ends = m_ends[number];
    const auto packet = Create<Packet>(m_bytes);
    ends.frames.push_back({packet->GetUid(), Simulator::Now()});
    ends.offered.push_back(Simulator::Now());
    GetLedger().Inject(m_account);
    const uint64_t lost = m_fabric->GetFramesLost();
    ends.source->Send(packet, ends.sink->GetAddress(), PROTOCOL);
    if (m_fabric->GetFramesLost() > lost)
    {
        ends.cut.push_back(Simulator::Now());
        ends.frames.pop_back();
    }
    ends.most = std::max(ends.most,
                         m_fabric->GetFrameCells(ends.source->GetNumber()) +
                             ends.source->GetQueue()->GetNPackets() * GetFrameCells());
    PlanFrame(number);
}

void
AtmAbrEdgeScenario::Refuse(Ptr<const Packet> packet)
{
    ++m_refused;
    for (Session& ends : m_ends)
    {
        auto& frames = ends.frames;
        const auto frame =
            std::lower_bound(frames.begin(),
                             frames.end(),
                             packet->GetUid(),
                             [](const Frame& one, uint64_t uid) { return one.uid < uid; });
        if (frame != frames.end() && frame->uid == packet->GetUid())
        {
            ends.refused.push_back(frame->offered);
            frames.erase(frame);
            return;
        }
    }
}

bool
AtmAbrEdgeScenario::Receive(Ptr<NetDevice> device,
                            Ptr<const Packet> packet,
                            uint16_t /* protocol */,
                            const Address& from)
{
    Session& ends = m_ends[m_came.at({device, from})];
    while (ends.frames.front().uid != packet->GetUid())
    {
        ends.frames.pop_front(); // it was lost
    }
    const Time offered = ends.frames.front().offered;
    const double response = (Simulator::Now() - offered).GetSeconds();
    ends.frames.pop_front();
    GetLedger().Deliver(m_account);
    m_sojourn += response;
    ends.delivered.emplace_back(offered, response);
    return true;
}

uint64_t
AtmAbrEdgeScenario::CountQueued() const
{
    return std::accumulate(m_devices.begin(),
                           m_devices.end(),
                           uint64_t{0},
                           [](uint64_t sum, const auto& device) {
                               return sum + device.second->GetQueue()->GetNPackets();
                           });
}

void
AtmAbrEdgeScenario::Sample()
{
    ++m_samples;
    m_held += CountQueued() + m_fabric->GetFramesSent() - m_fabric->GetFramesDelivered() -
              m_fabric->GetFramesLost();
    Simulator::Schedule(STEP, &AtmAbrEdgeScenario::Sample, this);
}

void
AtmAbrEdgeScenario::DoReport()
{
    auto& ledger = GetLedger();
    const uint32_t inside = m_fabric->Report(ledger, "fabric");
    for (const Session& ends : m_ends)
    {
        for (const Frame& frame : ends.frames)
        {
            m_sojourn += (m_duration - frame.offered).GetSeconds();
        }
    }
    ledger.Drop(m_account, ledger.AddReason("no room"), m_refused);
    ledger.Drop(m_account, ledger.AddReason(AtmFabric::CELLS_LOST), m_fabric->GetFramesLost());
    ledger.StateInFlight(m_account, CountQueued() + ledger.GetInFlight(inside));
    const uint32_t table = GetArchive().AddTable("frames",
                                                 {{"session", "1"},
                                                  {"name", "1"},
                                                  {"demand", "Mb/s"},
                                                  {"begin", "s"},
                                                  {"offered", "1"},
                                                  {"delivered", "1"},
                                                  {"refused", "1"},
                                                  {"cut", "1"},
                                                  {"held", "1"},
                                                  {"response", "s"},
                                                  {"response_95", "s"},
                                                  {"waiting_max", "1"}});
    ReportSessions(table, Time(0));
    if (m_warmUp.IsStrictlyPositive())
    {
        ReportSessions(table, m_warmUp);
    }
    Report("atm.frames_held", m_held / m_samples, "1", "frames under way, mean of samples");
    Report("atm.frames_stay",
           m_sojourn / m_duration.GetSeconds(),
           "1",
           "time for which frames were under way, over that of the run; those that are lost behind "
           "edge devices do not count");
    Report("atm.frames_lost", m_fabric->GetFramesLost(), "1", "frames that lost cells");
    AtmEngine& engine = m_fabric->GetEngine();
    double most = 0;
    const auto& channels = m_fabric->GetNetwork().GetChannels();
    for (uint32_t port = 0; port < channels.size(); ++port)
    {
        if (!channels[port].fromDevice && !channels[port].toDevice)
        {
            most = std::max(most, static_cast<double>(engine.GetPortCounts(port).mostQueue));
        }
    }
    Report("atm.queue_max", most, "1", "most cells at a port from switch to switch");
    Report("atm.lost", m_fabric->GetLost(), "1", "cells that a full buffer of a switch refused");
    m_meter->Report(GetLedger());
}

void
AtmAbrEdgeScenario::ReportSessions(uint32_t table, const Time& begin)
{
    const auto count = [&begin](const auto& times) {
        return times.end() - std::lower_bound(times.begin(), times.end(), begin);
    };
    const auto write = [](double value) { return burst::WriteDouble(value); };
    for (uint32_t i = 0; i < m_ends.size(); ++i)
    {
        const Session& ends = m_ends[i];
        const auto held =
            std::count_if(ends.frames.begin(), ends.frames.end(), [&begin](const Frame& frame) {
                return frame.offered >= begin;
            });
        std::vector<double> responses;
        for (const auto& [offered, response] : ends.delivered)
        {
            if (offered >= begin)
            {
                responses.push_back(response);
            }
        }
        const double sum = std::accumulate(responses.begin(), responses.end(), 0.0);
        GetArchive().AddRow(table,
                            std::vector<std::string>{std::to_string(i),
                                                     m_sessions[i].source,
                                                     write(m_sessions[i].demand * 1e-6),
                                                     write(begin.GetSeconds()),
                                                     std::to_string(count(ends.offered)),
                                                     std::to_string(responses.size()),
                                                     std::to_string(count(ends.refused)),
                                                     std::to_string(count(ends.cut)),
                                                     std::to_string(held),
                                                     write(sum / responses.size()),
                                                     write(GetQuantile(responses, 0.95)),
                                                     std::to_string(ends.most)});
    }
}

} // namespace ns3
