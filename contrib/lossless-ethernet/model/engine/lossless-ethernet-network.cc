/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-network.h"

#include "ns3/fabric-link-timing.h"
#include "ns3/fabric-resource-graph.h"
#include "ns3/log.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LosslessNetwork");

namespace
{

__extension__ using Wide = __int128;

constexpr Wide BITS = 8;                       //!< of a byte
constexpr Wide NANOSECONDS = 1'000'000'000;    //!< of a second
constexpr Wide SECOND = NANOSECONDS * 1000000; //!< femtoseconds

/** @return femtoseconds of a step of Time */
Wide
GetStep()
{
    constexpr Wide DAY = 86'400 * SECOND;
    switch (Time::GetResolution())
    {
    case Time::Y:
        return 365 * DAY;
    case Time::D:
        return DAY;
    case Time::H:
        return DAY / 24;
    case Time::MIN:
        return 60 * SECOND;
    default:
        return Time::FromInteger(1, Time::GetResolution()).GetFemtoSeconds();
    }
}

/** @param number not negative @param top above 0 @param bottom above 0
 * @return number * top / bottom, rounded up, where 64 bits are enough */
int64_t
Multiply(int64_t number, int64_t top, int64_t bottom)
{
    return (number * top + bottom - 1) / bottom;
}

/** @param number not negative @param factor above 0 @param second another one
 * @param divisor above 0 @return number * factor * second / divisor, rounded up; INT64_MAX beyond
 * that */
int64_t
Scale(int64_t number, Wide factor, Wide second, Wide divisor)
{
    constexpr Wide MOST = ((Wide{1} << 126) - 1) * 2 + 1;
    if (number > MOST / factor / second)
    {
        return INT64_MAX;
    }
    const Wide product = number * factor * second;
    const Wide result = product / divisor + (product % divisor != 0);
    return static_cast<int64_t>(std::min<Wide>(result, INT64_MAX));
}

} // namespace

LosslessNetwork::LosslessNetwork(fabric::Topology topology,
                                 uint64_t rate,
                                 const Time& delay,
                                 bool allowCyclic)
    : m_routes(std::move(topology))
{
    GetTopology().AllowAttributes({"subtree"}, {"rate", "delay"});
    BuildNodes();
    BuildChannels(rate, delay);
    BuildRoutes(allowCyclic);
    NS_LOG_INFO(m_stations.size() << " stations, " << m_switches.size() << " switches, "
                                  << m_channels.size() << " channels, a tick is a byte at "
                                  << m_rate << " bit/s");
}

void
LosslessNetwork::BuildNodes()
{
    const auto& nodes = GetTopology().GetNodes();
    m_numbers.resize(nodes.size());
    for (uint32_t node = 0; node < nodes.size(); ++node)
    {
        const auto& [name, role, kind, count, attributes, channels] = nodes[node];
        if (role == fabric::Topology::ROUTER)
        {
            m_numbers[node] = m_switches.size();
            m_switches.push_back({node, {}});
            for (const auto& [port, channel] : channels)
            {
                m_switches.back().ports.push_back(channel);
            }
            continue;
        }
        if (channels.size() != 1)
        {
            throw std::invalid_argument("station '" + name + "' has " +
                                        std::to_string(channels.size()) +
                                        " links; a station has one");
        }
        m_numbers[node] = m_stations.size();
        m_stations.push_back(node);
        m_ports.push_back(channels.begin()->second);
    }
    if (m_stations.size() < 2)
    {
        throw std::invalid_argument("the topology has " + std::to_string(m_stations.size()) +
                                    " stations; at least 2 are needed");
    }
}

void
LosslessNetwork::BuildChannels(uint64_t rate, const Time& delay)
{
    const fabric::Topology& topology = GetTopology();
    std::vector<Time> delays;
    for (uint32_t index = 0; index < topology.GetChannelCount(); ++index)
    {
        const auto [from, to] = topology.GetChannel(index);
        const auto [own, time] = fabric::ReadLinkTiming(topology, index, {rate, delay}, MOST_RATE);
        delays.push_back(time);
        const uint64_t factor = m_rate / std::gcd(m_rate, own);
        if (factor > MOST_RATE / own)
        {
            throw std::invalid_argument("the rate of link " + topology.GetChannelName(index) +
                                        " is " + std::to_string(own) +
                                        " bit/s; allowed are rates whose least common multiple "
                                        "over all links is at most " +
                                        std::to_string(MOST_RATE));
        }
        m_rate = factor * own;
        const auto isStation = [&](const fabric::Topology::End& end) {
            return topology.GetNodes()[end.node].role == fabric::Topology::DEVICE;
        };
        m_channels.push_back(
            {isStation(from), isStation(to), m_numbers[from.node], m_numbers[to.node], own, 0, 0});
    }
    MakeRatios();
    for (uint32_t index = 0; index < m_channels.size(); ++index)
    {
        m_channels[index].byteTicks = m_rate / m_channels[index].rate;
        m_channels[index].delayTicks = std::max<int64_t>(1, GetTicks(delays[index]));
        if (m_channels[index].byteTicks > MOST_BYTE_TICKS ||
            m_channels[index].delayTicks > MOST_DELAY_TICKS)
        {
            throw std::invalid_argument(
                "link " + topology.GetChannelName(index) + " has " +
                std::to_string(m_channels[index].rate) + " bit/s and a delay of " +
                std::to_string(delays[index].GetSeconds()) + " s beside links of " +
                std::to_string(m_rate) + " bit/s; allowed is a byte in at most " +
                std::to_string(MOST_BYTE_TICKS) + " times of theirs, and a delay of at most " +
                std::to_string(MOST_DELAY_TICKS) + " of them");
        }
    }
}

void
LosslessNetwork::BuildRoutes(bool allowCyclic)
{
    const auto& nodes = GetTopology().GetNodes();
    m_next.resize(m_switches.size() * m_stations.size());
    for (uint32_t station = 0; station < m_stations.size(); ++station)
    {
        const auto ports = m_routes.GetPorts(m_stations[station]);
        for (uint32_t number = 0; number < m_switches.size(); ++number)
        {
            const uint32_t node = m_switches[number].node;
            const uint32_t port = ports[node];
            if (port == NONE)
            {
                throw std::invalid_argument("switch '" + nodes[node].name +
                                            "' knows no way to station '" +
                                            nodes[m_stations[station]].name +
                                            "'; allowed is one to every station, since its "
                                            "congestion points may have to tell it something");
            }
            m_next[std::size_t{number} * m_stations.size() + station] =
                nodes[node].channels.at(port);
        }
    }
    const auto summary = m_routes.Summarize();
    if (!summary.failures.empty())
    {
        const auto& [source, destination, outcome] = summary.failures.front();
        throw std::invalid_argument("a frame from '" + nodes[source].name + "' to '" +
                                    nodes[destination].name + "' meets " +
                                    fabric::Routes::GetWords(outcome) +
                                    "; every pair of stations has to be joined");
    }
    if (!allowCyclic)
    {
        m_routes.CheckAcyclic(summary);
    }
}

void
LosslessNetwork::CheckJoinedInputs(const std::string& memory) const
{
    std::vector<bool> used(m_channels.size());
    for (const uint32_t channel : m_next)
    {
        used[channel] = !m_channels[channel].toStation;
    }
    fabric::ResourceGraph graph;
    for (uint32_t channel = 0; channel < m_channels.size(); ++channel)
    {
        graph.AddResource(GetTopology().GetChannelName(channel));
    }
    for (const Switch& one : m_switches)
    {
        for (const uint32_t in : one.ports)
        {
            for (const uint32_t out : one.ports)
            {
                if (used[in ^ 1] && used[out])
                {
                    graph.AddWait(in ^ 1, out);
                }
            }
        }
    }
    std::string cycle;
    for (const auto& name : graph.FindCycle())
    {
        cycle += name + " -> ";
    }
    if (!cycle.empty())
    {
        throw std::invalid_argument("cyclic waiting: a " + memory +
                                    " that is full pauses all inputs of its switch, and so each "
                                    "of these can wait for the next forever: " +
                                    cycle + "..; allowed is one switch, or another memory");
    }
}

const fabric::Topology&
LosslessNetwork::GetTopology() const
{
    return m_routes.GetTopology();
}

const fabric::Routes&
LosslessNetwork::GetRoutes() const
{
    return m_routes;
}

const std::vector<LosslessNetwork::Channel>&
LosslessNetwork::GetChannels() const
{
    return m_channels;
}

const std::vector<LosslessNetwork::Switch>&
LosslessNetwork::GetSwitches() const
{
    return m_switches;
}

const std::vector<uint32_t>&
LosslessNetwork::GetStations() const
{
    return m_stations;
}

const std::vector<uint32_t>&
LosslessNetwork::GetStationPorts() const
{
    return m_ports;
}

uint64_t
LosslessNetwork::GetRate() const
{
    return m_rate;
}

void
LosslessNetwork::MakeRatios()
{
    const auto make = [](Wide top, Wide bottom) {
        Wide divisor = top;
        for (Wide rest = bottom; rest != 0;)
        {
            rest = std::exchange(divisor, rest) % rest;
        }
        const Wide most = INT64_MAX / (top / divisor) - 1; // the sum of rounding up fits, too
        Ratio ratio;
        if (most > 0 && bottom / divisor <= INT64_MAX / 2)
        {
            ratio.top = static_cast<int64_t>(top / divisor);
            ratio.bottom = static_cast<int64_t>(bottom / divisor);
            ratio.most = static_cast<int64_t>(
                std::min(most, (INT64_MAX - bottom / divisor) / (top / divisor)));
        }
        return ratio;
    };
    m_ticksOfSteps = make(GetStep() * m_rate, BITS * SECOND);
    m_stepsOfTicks = make(BITS * SECOND, GetStep() * m_rate);
    m_ticksOfNs = make(m_rate, BITS * NANOSECONDS);
    m_nsOfTicks = make(BITS * NANOSECONDS, m_rate);
}

int64_t
LosslessNetwork::GetTicks(const Time& time) const
{
    const int64_t steps = time.GetTimeStep();
    return steps <= m_ticksOfSteps.most ? Multiply(steps, m_ticksOfSteps.top, m_ticksOfSteps.bottom)
                                        : Scale(steps, GetStep(), m_rate, BITS * SECOND);
}

Time
LosslessNetwork::GetTime(int64_t ticks) const
{
    return Time(ticks <= m_stepsOfTicks.most
                    ? Multiply(ticks, m_stepsOfTicks.top, m_stepsOfTicks.bottom)
                    : Scale(ticks, BITS, SECOND, m_rate * GetStep()));
}

int64_t
LosslessNetwork::GetTicksOfNs(int64_t ns) const
{
    return ns <= m_ticksOfNs.most ? Multiply(ns, m_ticksOfNs.top, m_ticksOfNs.bottom)
                                  : Scale(ns, m_rate, 1, BITS * NANOSECONDS);
}

int64_t
LosslessNetwork::GetNs(int64_t ticks) const
{
    return ticks <= m_nsOfTicks.most ? Multiply(ticks, m_nsOfTicks.top, m_nsOfTicks.bottom)
                                     : Scale(ticks, BITS, NANOSECONDS, m_rate);
}

} // namespace ns3
