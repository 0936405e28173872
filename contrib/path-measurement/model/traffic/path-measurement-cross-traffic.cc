/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-cross-traffic.h"

#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/double.h"
#include "ns3/event-impl.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CrossTraffic");

NS_OBJECT_ENSURE_REGISTERED(CrossTraffic);

namespace
{

constexpr int64_t SLOT = 1'000'000'000;   // ns: arrivals are drawn for so long, at one level
constexpr uint32_t DATAGRAM_HEADERS = 28; // of IPv4 and UDP

} // namespace

TypeId
CrossTraffic::GetTypeId()
{
    const auto untilStart =
        burst::MakeAccessorsUntil(&CrossTraffic::IsStarted, "Announce or GetLevel");
    static TypeId tid = burst::AddStatistics<CrossTraffic>(
        TypeId("ns3::CrossTraffic")
            .SetParent<Object>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<CrossTraffic>()
            .AddAttribute("Mode",
                          "What others are: flows and datagrams, or a link that is slower.",
                          EnumValue(PACKETS),
                          untilStart(burst::MakeEnumerationAccessor<Mode>(&CrossTraffic::m_mode)),
                          MakeEnumChecker(PACKETS, "Packets", LINK_RATE, "LinkRate"))
            .AddAttribute("Mean",
                          "Level at night and without noise, as a share of the rate of the link, "
                          "0 to 10.",
                          DoubleValue(0.15),
                          untilStart(MakeDoubleAccessor(&CrossTraffic::m_mean)),
                          MakeDoubleChecker<double>(0, 10))
            .AddAttribute("Diurnal",
                          "By which share of Mean the level is higher at 14 o'clock of a working "
                          "day, 0 to 10.",
                          DoubleValue(0),
                          untilStart(MakeDoubleAccessor(&CrossTraffic::m_diurnal)),
                          MakeDoubleChecker<double>(0, 10))
            .AddAttribute("UtcOffset",
                          "Local time less UTC in hours, -12 to 14.",
                          DoubleValue(0),
                          untilStart(MakeDoubleAccessor(&CrossTraffic::m_utcOffset)),
                          MakeDoubleChecker<double>(-12, 14))
            .AddAttribute("WeekStart",
                          "How long ago Monday 0 o'clock UTC was at time 0, 0 to 7 days.",
                          TimeValue(Time(0)),
                          untilStart(MakeTimeAccessor(&CrossTraffic::m_weekStart)),
                          MakeTimeChecker(Time(0), Days(7)))
            .AddAttribute("Noise",
                          "Deviation of the noise of the level over its mean, 0 to 2.",
                          DoubleValue(0),
                          untilStart(MakeDoubleAccessor(&CrossTraffic::m_noise)),
                          MakeDoubleChecker<double>(0, 2))
            .AddAttribute("Correlation",
                          "Correlation of the noise of neighbouring slots, 0 to 0.99.",
                          DoubleValue(0.3),
                          untilStart(MakeDoubleAccessor(&CrossTraffic::m_correlation)),
                          MakeDoubleChecker<double>(0, 0.99))
            .AddAttribute("NoiseSlot",
                          "How long the noise keeps its value, more than 0.",
                          TimeValue(Minutes(90)),
                          untilStart(MakeTimeAccessor(&CrossTraffic::m_noiseSlot)),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("FlowMin",
                          "Shortest flow in bytes of IP, at least 1.",
                          DoubleValue(10'000),
                          untilStart(MakeDoubleAccessor(&CrossTraffic::m_flowMin)),
                          MakeDoubleChecker<double>(1, 1e9))
            .AddAttribute("FlowMax",
                          "Longest flow in bytes of IP, more than FlowMin.",
                          DoubleValue(10'000'000),
                          untilStart(MakeDoubleAccessor(&CrossTraffic::m_flowMax)),
                          MakeDoubleChecker<double>(1, 1e9))
            .AddAttribute("FlowShape",
                          "Index of the bounded Pareto law of the sizes of flows, 0.1 to 10.",
                          DoubleValue(1.2),
                          untilStart(MakeDoubleAccessor(&CrossTraffic::m_flowShape)),
                          MakeDoubleChecker<double>(0.1, 10))
            .AddAttribute("DatagramShare",
                          "Share of datagrams in all bytes, 0 to 1.",
                          DoubleValue(0.1),
                          untilStart(MakeDoubleAccessor(&CrossTraffic::m_datagramShare)),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("DatagramSize",
                          "Payload of a datagram in bytes, 1 to 1472.",
                          UintegerValue(200),
                          untilStart(MakeUintegerAccessor(&CrossTraffic::m_datagram)),
                          MakeUintegerChecker<uint32_t>(1, 1472))
            .AddAttribute("Port",
                          "Port of the sink, of TCP and of UDP, at least 1.",
                          UintegerValue(9),
                          untilStart(MakeUintegerAccessor(&CrossTraffic::m_port)),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute("Lead",
                          "How long before a measurement traffic begins.",
                          TimeValue(Seconds(5)),
                          MakeTimeAccessor(&CrossTraffic::m_lead),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Tail",
                          "How long after a measurement traffic ends.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&CrossTraffic::m_tail),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("Offered",
                            "A flow or a datagram arrives, to be sent.",
                            burst::MakeTraceSourceAccessor(&CrossTraffic::m_offeredTrace),
                            "ns3::CrossTraffic::OfferedTracedCallback")
            .AddTraceSource("FlowEnded",
                            "A flow has ended by itself: payload, and time since it arrived.",
                            burst::MakeTraceSourceAccessor(&CrossTraffic::m_flowEndedTrace),
                            "ns3::CrossTraffic::FlowEndedTracedCallback"),
        {{"cross.offered", "B", "bytes of IP that arrived", &CrossTraffic::GetOffered},
         {"cross.delivered", "B", "payload that arrived", &CrossTraffic::GetDelivered},
         {"cross.flows", "1", "flows that arrived", &CrossTraffic::GetFlows},
         {"cross.datagrams", "1", "datagrams that arrived", &CrossTraffic::GetDatagrams},
         {"cross.aborted", "1", "flows that did not end by themselves", &CrossTraffic::GetAborted},
         {"cross.awake", "s", "how long there was traffic", &CrossTraffic::GetAwake}});
    return tid;
}

void
CrossTraffic::SetLink(Ptr<NetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    CheckNotStarted("SetLink");
    m_rate = LinkRate::Of(device);
}

void
CrossTraffic::SetPath(Ptr<Node> source, Ptr<Node> sink, Ipv4Address address)
{
    NS_LOG_FUNCTION(this << source << sink << address);
    CheckNotStarted("SetPath");
    m_source = source;
    m_sink = sink;
    m_address = address;
}

bool
CrossTraffic::IsStarted() const
{
    return m_level.has_value();
}

void
CrossTraffic::CheckNotStarted(const std::string& function) const
{
    if (IsStarted())
    {
        throw std::invalid_argument(function + " of CrossTraffic that has begun; allowed is it " +
                                    "before Announce and GetLevel");
    }
}

void
CrossTraffic::Start()
{
    if (IsStarted())
    {
        return;
    }
    m_arrivals.emplace(
        measurement::CrossArrivals::Mix{m_flowMin,
                                        m_flowMax,
                                        m_flowShape,
                                        m_datagramShare,
                                        m_datagram + DATAGRAM_HEADERS},
        measurement::CounterRandom::Assigned(m_stream < 0 ? m_stream : m_stream + 1));
    m_level.emplace(
        m_mean,
        measurement::TrafficLevel::Day{
            m_diurnal,
            m_weekStart.GetNanoSeconds() +
                static_cast<int64_t>(m_utcOffset *
                                     static_cast<double>(measurement::TrafficLevel::HOUR))},
        measurement::TrafficLevel::Noise{m_noise, m_correlation, m_noiseSlot.GetNanoSeconds()},
        measurement::CounterRandom::Assigned(m_stream));
}

void
CrossTraffic::Announce(Time from, Time to)
{
    NS_LOG_FUNCTION(this << from << to);
    if (to <= from)
    {
        throw std::invalid_argument("the end of a measurement is " + burst::WriteTime(to) +
                                    "; allowed are times after its begin, " +
                                    burst::WriteTime(from));
    }
    if (!m_rate || (m_mode == PACKETS && !m_source))
    {
        throw std::invalid_argument("CrossTraffic has no link or no path; allowed are calls of "
                                    "Announce after SetLink and, with packets, SetPath");
    }
    if (m_mode == PACKETS && !m_flows)
    {
        m_flows.emplace(m_source, m_sink, m_address, m_port);
        m_flows->SetEnded(
            MakeCallback(&TracedCallback<uint64_t, Time>::operator(), &m_flowEndedTrace));
    }
    try
    {
        Start();
    }
    catch (...)
    {
        m_flows.reset(); // with another Port, it may be
        throw;
    }
    const int64_t now = Simulator::Now().GetNanoSeconds();
    const int64_t begin = std::max(now, (from - m_lead).GetNanoSeconds());
    const int64_t end = (to + m_tail).GetNanoSeconds();
    if (begin < end)
    {
        m_windows.Add(begin, end);
        // While awake Step is due soon enough, and sees the longer window.
        if (!m_awake)
        {
            Schedule(m_windows.GetEnd(now) ? now : *m_windows.GetNext(now));
        }
    }
}

double
CrossTraffic::GetLevel(Time t)
{
    Start();
    return m_level->Get(t.GetNanoSeconds());
}

void
CrossTraffic::Schedule(int64_t at)
{
    CancelStep();
    m_event = Simulator::Schedule(NanoSeconds(at) - Simulator::Now(), &CrossTraffic::Step, this);
}

void
CrossTraffic::Step()
{
    const int64_t now = Simulator::Now().GetNanoSeconds();
    const auto end = m_windows.GetEnd(now);
    if (!end)
    {
        Rest(now);
        return;
    }
    if (!m_awake)
    {
        m_since = now;
    }
    if (!m_awake || now / SLOT != m_slot)
    {
        EnterSlot(now / SLOT);
    }
    const int64_t begin = m_slot * SLOT;
    for (; m_next < m_due.size() && begin + m_due[m_next].offset <= now; ++m_next)
    {
        Offer(m_due[m_next]);
    }
    const int64_t next = m_next < m_due.size() ? begin + m_due[m_next].offset : begin + SLOT;
    Schedule(std::min(next, *end));
}

void
CrossTraffic::EnterSlot(int64_t slot)
{
    m_awake = true;
    m_slot = slot;
    const double level = m_level->Get(slot * SLOT);
    if (m_mode == LINK_RATE)
    {
        m_rate->SetFreeShare(std::max(MIN_SHARE, 1 - level));
        return;
    }
    m_flows->Prune();
    m_due = m_arrivals->Draw(slot, SLOT, level * m_rate->GetNominal() / 8e9 * SLOT);
    const int64_t offset = Simulator::Now().GetNanoSeconds() - slot * SLOT;
    m_next = 0;
    while (m_next < m_due.size() && m_due[m_next].offset < offset)
    {
        ++m_next;
    }
}

void
CrossTraffic::Rest(int64_t now)
{
    NS_LOG_FUNCTION(this);
    m_awake = false;
    m_awakeTime += now - m_since;
    m_due.clear();
    m_next = 0;
    if (m_mode == LINK_RATE)
    {
        m_rate->SetFreeShare(1);
    }
    else
    {
        m_flows->Abort();
    }
    m_windows.Forget(now);
    if (const auto next = m_windows.GetNext(now))
    {
        Schedule(*next);
    }
}

void
CrossTraffic::Offer(const measurement::CrossArrivals::Arrival& arrival)
{
    m_offered += arrival.bytes;
    ++(arrival.datagram ? m_datagramCount : m_flowCount);
    m_offeredTrace(arrival.bytes, arrival.datagram);
    if (arrival.datagram)
    {
        m_flows->Send(arrival.bytes);
    }
    else
    {
        m_flows->Start(arrival.bytes);
    }
}

uint64_t
CrossTraffic::GetOffered() const
{
    return m_offered;
}

uint64_t
CrossTraffic::GetFlows() const
{
    return m_flowCount;
}

uint64_t
CrossTraffic::GetDatagrams() const
{
    return m_datagramCount;
}

uint64_t
CrossTraffic::GetAborted() const
{
    return m_flows ? m_flows->GetAborted() : 0;
}

uint64_t
CrossTraffic::GetDelivered() const
{
    return m_flows ? m_flows->GetDelivered() : 0;
}

std::vector<Time>
CrossTraffic::GetActive() const
{
    return m_flows ? m_flows->GetActive() : std::vector<Time>{};
}

double
CrossTraffic::GetAwake() const
{
    const int64_t open = m_awake ? m_end.Now().GetNanoSeconds() - m_since : 0;
    return static_cast<double>(m_awakeTime + open) / 1e9;
}

int64_t
CrossTraffic::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    CheckNotStarted("AssignStreams");
    m_stream = stream;
    return 2;
}

CrossTraffic::~CrossTraffic()
{
    CancelStep();
}

void
CrossTraffic::CancelStep()
{
    // Without the simulator, which may be gone.
    if (auto* event = m_event.PeekEventImpl())
    {
        event->Cancel();
    }
}

void
CrossTraffic::DoDispose()
{
    NS_LOG_FUNCTION(this);
    CancelStep();
    m_flows.reset();
    m_source = nullptr;
    m_sink = nullptr;
    m_rate = nullptr;
    Object::DoDispose();
}

} // namespace ns3
