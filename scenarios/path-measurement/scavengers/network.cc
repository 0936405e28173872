/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network.h"

#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/log.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PathMeasurementScavengers");

namespace
{

constexpr int64_t ACCESS_US = 100;     //!< delay of the links of hosts
constexpr int64_t START_US = 100'000;  //!< in which streams start
constexpr int64_t OWN_PINGS_MS = 100;  //!< between pings of a transfer that limits itself
constexpr uint8_t QBSS_DSCP = 8;       //!< code point of QBSS
constexpr uint32_t INITIAL_2002 = 2;   //!< segments that a stream begins with
constexpr uint32_t INITIAL_TODAY = 10; //!< likewise, RFC 6928

} // namespace

ScavengerNetwork::ScavengerNetwork(const Settings& settings, uint32_t number, int64_t stream)
    : m_settings(settings),
      m_stream(stream),
      m_nodes(PLACES),
      m_addresses(PLACES)
{
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.Install(m_nodes);
    Connect("10." + std::to_string(number) + ".0.0");
}

void
ScavengerNetwork::Connect(const std::string& network)
{
    PointToPointHelper middle;
    middle.SetDeviceAttribute("DataRate", DataRateValue(m_settings.rate));
    middle.SetChannelAttribute("Delay",
                               TimeValue(m_settings.roundTrip / 2 - MicroSeconds(2 * ACCESS_US)));
    const auto bottleneck = middle.Install(m_nodes.Get(NEAR), m_nodes.Get(FAR));
    m_bottleneck = bottleneck.Get(0);
    Ipv4AddressHelper addresses(network.c_str(), "255.255.255.252");
    for (uint32_t end = 0; end < 2; ++end)
    {
        const auto device = bottleneck.Get(end);
        const PathMeasurementStack queues(m_settings.year);
        if (m_settings.way == QBSS)
        {
            queues.InstallQbss(device, m_settings.rate, m_settings.buffer);
        }
        else
        {
            queues.InstallQueue(device, m_settings.rate, m_settings.buffer);
        }
        m_books.Watch(device, false);
    }
    addresses.Assign(bottleneck);
    PointToPointHelper access;
    access.SetDeviceAttribute("DataRate", StringValue("1Gb/s"));
    access.SetChannelAttribute("Delay", TimeValue(MicroSeconds(ACCESS_US)));
    access.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("100000p"));
    for (const auto& [host, router] : std::vector<std::pair<Place, Place>>{
             {BULK_SENDER, NEAR},
             {BULK_RECEIVER, FAR},
             {OTHERS_SENDER, NEAR},
             {OTHERS_RECEIVER, FAR},
         })
    {
        const auto devices = access.Install(m_nodes.Get(host), m_nodes.Get(router));
        addresses.NewNetwork();
        m_addresses[host] = addresses.Assign(devices).GetAddress(0);
        TrafficControlHelper().Uninstall(devices);
        m_books.Watch(devices.Get(0), true);
        m_books.Watch(devices.Get(1), false);
    }
    const auto errors = CreateObject<RateErrorModel>();
    errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    errors->SetRate(m_settings.loss);
    errors->AssignStreams(m_stream);
    bottleneck.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
}

void
ScavengerNetwork::Start(Time end)
{
    AddOthers();
    AddBulk();
    m_pings.emplace(m_settings.pings, m_nodes.Get(OTHERS_SENDER), m_addresses[OTHERS_RECEIVER]);
    if (m_cross)
    {
        m_cross->Announce(Time(0), end);
    }
}

QbssStreams::Settings
ScavengerNetwork::GetTcp(const std::string& congestion, uint32_t window, uint8_t dscp) const
{
    return {burst::ObjectText(congestion, TcpCongestionOps::GetTypeId()),
            window,
            m_settings.year == PathMeasurementStack::Y2002 ? INITIAL_2002 : INITIAL_TODAY,
            dscp,
            true}; // LEDBAT and LP measure by timestamps, and packets of all ways are the same
}

void
ScavengerNetwork::ScheduleStarts(QbssStreams& streams, uint32_t count, int64_t stream)
{
    const auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    for (uint32_t i = 0; i < count; ++i)
    {
        Simulator::Schedule(MicroSeconds(random->GetInteger(0, START_US)),
                            &QbssStreams::Start,
                            &streams);
    }
}

void
ScavengerNetwork::AddOthers()
{
    TypeIdValue plain;
    m_nodes.Get(OTHERS_SENDER)->GetObject<TcpL4Protocol>()->GetAttribute("SocketType", plain);
    const auto tcp =
        GetTcp(plain.Get().GetName(), PathMeasurementStack(m_settings.year).GetWindow(), 0);
    m_long = std::make_unique<QbssStreams>(m_nodes.Get(OTHERS_SENDER),
                                           m_nodes.Get(OTHERS_RECEIVER),
                                           tcp);
    ScheduleStarts(*m_long, m_settings.others, m_stream + 1);
    if (!m_settings.cross)
    {
        return;
    }
    m_cross = m_settings.cross.Create<CrossTraffic>();
    m_cross->SetLink(m_bottleneck);
    m_cross->SetPath(m_nodes.Get(OTHERS_SENDER),
                     m_nodes.Get(OTHERS_RECEIVER),
                     m_addresses[OTHERS_RECEIVER]);
    m_cross->AssignStreams(m_stream + 2);
    m_cross->TraceConnectWithoutContext("FlowEnded",
                                        Callback<void, uint64_t, Time>([this](uint64_t, Time took) {
                                            ++m_ended;
                                            if (Simulator::Now() - took >= m_settings.pings.begin)
                                            {
                                                m_took.push_back(took.GetSeconds());
                                            }
                                        }));
    Simulator::Schedule(m_settings.pings.begin, [this]() { m_before = m_cross->GetDelivered(); });
}

void
ScavengerNetwork::AddBulk()
{
    TypeIdValue plain;
    m_nodes.Get(BULK_SENDER)->GetObject<TcpL4Protocol>()->GetAttribute("SocketType", plain);
    std::string congestion = plain.Get().GetName();
    if (m_settings.way == LEDBAT)
    {
        congestion = "ns3::TcpLedbat[TargetDelay=" +
                     std::to_string(m_settings.ledbatTarget.GetNanoSeconds()) + "ns]";
    }
    else if (m_settings.way == LP)
    {
        congestion = "ns3::TcpLp";
    }
    const uint8_t dscp = m_settings.way == QBSS ? QBSS_DSCP : 0;
    m_bulk = std::make_unique<QbssStreams>(m_nodes.Get(BULK_SENDER),
                                           m_nodes.Get(BULK_RECEIVER),
                                           GetTcp(congestion, m_settings.window, dscp));
    ScheduleStarts(*m_bulk, m_settings.streams, m_stream + 4);
    if (m_settings.way == RATE_LIMIT)
    {
        m_bulk->SetRate(m_settings.limitRate);
    }
    if (m_settings.way == SELF_LIMIT && m_settings.streams > 0)
    {
        StartSelfLimit();
    }
}

void
ScavengerNetwork::StartSelfLimit()
{
    m_law.emplace(m_settings.selfLimit);
    auto pings = m_settings.pings;
    pings.begin = Time(0);
    pings.end += pings.wait; // to the end of the run, whatever comes of the last ones
    pings.interval = MilliSeconds(OWN_PINGS_MS);
    m_ownPings.emplace(pings, m_nodes.Get(BULK_SENDER), m_addresses[BULK_RECEIVER]);
    m_ownPings->GetProbe()->TraceConnectWithoutContext(
        "Rtt",
        Callback<void, uint16_t, Time>(
            [this](uint16_t, Time time) { m_law->Add(time.GetSeconds()); }));
    ApplyLevel();
    Simulator::Schedule(m_settings.decision, &ScavengerNetwork::UpdateLevel, this);
}

void
ScavengerNetwork::UpdateLevel()
{
    m_levels += m_law->GetLevel();
    ++m_intervals;
    m_law->Decide();
    ApplyLevel();
    Simulator::Schedule(m_settings.decision, &ScavengerNetwork::UpdateLevel, this);
}

void
ScavengerNetwork::ApplyLevel()
{
    const double level = m_law->GetLevel();
    NS_LOG_LOGIC("the transfer limits itself to " << level);
    if (m_settings.limitsRate)
    {
        m_bulk->SetRate(m_settings.limitRate * level / m_settings.streams);
    }
    else
    {
        m_bulk->SetActive(static_cast<uint32_t>(std::floor(level)));
    }
}

ScavengerNetwork::Outcome
ScavengerNetwork::GetOutcome(Time end) const
{
    const Time begin = m_settings.pings.begin;
    Outcome outcome{m_bulk->GetRate(begin, end), m_long->GetRate(begin, end)};
    outcome.meanPing = m_pings->GetProbe()->GetRoundTrips().GetMean();
    if (!m_cross)
    {
        return outcome;
    }
    outcome.others += 8e-6 * (m_cross->GetDelivered() - m_before) / (end - begin).GetSeconds();
    auto took = m_took;
    for (const Time& opened : m_cross->GetActive())
    {
        if (opened >= begin)
        {
            took.push_back((end - opened).GetSeconds());
        }
    }
    outcome.flows = took.size();
    outcome.ended = m_took.size();
    if (!took.empty())
    {
        outcome.meanEnd = boost::math::statistics::mean(took);
    }
    return outcome;
}

const PingSeries&
ScavengerNetwork::GetPings() const
{
    return *m_pings;
}

const PacketBooks&
ScavengerNetwork::GetBooks() const
{
    return m_books;
}

void
ScavengerNetwork::Close(fabric::ConservationLedger& ledger, const std::string& name) const
{
    m_books.Close(ledger, "packets, " + name);
    if (m_cross)
    {
        const uint32_t account = ledger.AddAccount("flows of others, " + name);
        ledger.Inject(account, m_cross->GetFlows());
        ledger.Deliver(account, m_ended);
        ledger.Drop(account, ledger.AddReason("aborted"), m_cross->GetAborted());
        ledger.StateInFlight(account, m_cross->GetActive().size());
    }
}

std::optional<double>
ScavengerNetwork::GetMeanLevel() const
{
    return m_intervals > 0 ? std::optional(m_levels / m_intervals) : std::nullopt;
}

} // namespace ns3
