/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-link-monitor.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/log.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetLinkMonitor");

NS_OBJECT_ENSURE_REGISTERED(ServerNetLinkMonitor);

TypeId
ServerNetLinkMonitor::GetTypeId()
{
    static TypeId tid = burst::AddStatistics<ServerNetLinkMonitor>(
        TypeId("ns3::ServerNetLinkMonitor")
            .SetParent<Object>()
            .SetGroupName("ServerNet")
            .AddConstructor<ServerNetLinkMonitor>()
            .AddAttribute(
                "Blame",
                "Measure which category of links stalls which; takes extra time. Set "
                "before Watch.",
                BooleanValue(false),
                burst::MakeAccessorUntil(MakeBooleanAccessor(&ServerNetLinkMonitor::m_blaming),
                                         &ServerNetLinkMonitor::IsWatching,
                                         "Watch"),
                MakeBooleanChecker()),
        {{"servernet.measured_ticks",
          "tick",
          "ticks that were measured",
          &ServerNetLinkMonitor::GetTicks},
         {"servernet.throughput",
          "flit/tick",
          "flits consumed",
          &ServerNetLinkMonitor::GetThroughput},
         {"servernet.sent",
          "flit/tick",
          "flits a device of the kind sent",
          &ServerNetLinkMonitor::GetSent},
         {"servernet.stalled",
          "1",
          "share of stalled ticks, mean of all channels",
          &ServerNetLinkMonitor::GetStalled},
         {"links",
          "",
          "shares of ticks by category and direction, and the expected load",
          &ServerNetLinkMonitor::GetLinks},
         {"blame",
          "",
          "stalled ticks, and whom they are blamed on",
          &ServerNetLinkMonitor::GetBlamed}});
    return tid;
}

ServerNetLinkMonitor::~ServerNetLinkMonitor()
{
    if (!m_blame.empty())
    {
        m_fabric->SetLateStallSink(MakeCallback(&ServerNetLinkMonitor::Add, this), false);
    }
}

void
ServerNetLinkMonitor::Watch(Ptr<ServerNetFabric> fabric)
{
    NS_LOG_FUNCTION(this << fabric);
    if (m_fabric)
    {
        throw std::invalid_argument("Watch() of ServerNetLinkMonitor is called again; allowed is "
                                    "one fabric of each monitor");
    }
    m_fabric = fabric;
    if (m_blaming)
    {
        const std::size_t groups =
            2 * (fabric->GetNetwork().GetTopology().GetCategories().size() + 1);
        m_blame.assign(groups, std::vector<int64_t>(groups));
        m_fabric->SetLateStallSink(MakeCallback(&ServerNetLinkMonitor::Add, this), true);
    }
}

bool
ServerNetLinkMonitor::IsWatching() const
{
    return m_fabric != nullptr;
}

void
ServerNetLinkMonitor::SetExpected(const ServerNetExpectedLoad& load, double rate)
{
    m_expected.clear();
    for (const double flits : load.GetChannels())
    {
        m_expected.push_back(flits * rate);
    }
}

void
ServerNetLinkMonitor::CheckMeasuring(const std::string& call) const
{
    if (!m_fabric)
    {
        throw std::invalid_argument(call + " before Watch(); allowed is it after that");
    }
    m_fabric->CheckRunning(call);
}

void
ServerNetLinkMonitor::Start()
{
    NS_LOG_FUNCTION(this);
    CheckMeasuring("Start() of ServerNetLinkMonitor");
    m_begin = m_fabric->GetPastTicks();
    m_end = INT64_MAX;
    m_states.clear();
    m_first.clear();
    for (uint32_t channel = 0; channel < m_fabric->GetNetwork().GetChannels().size(); ++channel)
    {
        m_first.push_back(m_fabric->GetLinkState(channel));
    }
    for (auto& row : m_blame)
    {
        std::fill(row.begin(), row.end(), 0);
    }
}

void
ServerNetLinkMonitor::Stop()
{
    NS_LOG_FUNCTION(this);
    CheckMeasuring("Stop() of ServerNetLinkMonitor");
    m_end = m_fabric->GetPastTicks();
    m_fabric->GetBundle().NotifyNow();
    m_states.clear();
    for (uint32_t channel = 0; channel < m_first.size(); ++channel)
    {
        const auto last = m_fabric->GetLinkState(channel);
        State state;
        state.transmitting = last.transmitting - m_first[channel].transmitting;
        state.stalled = last.stalled - m_first[channel].stalled;
        state.idle = m_end - m_begin - state.transmitting - state.stalled;
        m_states.push_back(state);
    }
    if (!m_blame.empty())
    {
        m_fabric->CloseStalls();
    }
}

int64_t
ServerNetLinkMonitor::GetTicks() const
{
    if (m_states.empty())
    {
        throw std::runtime_error("ServerNetLinkMonitor has no numbers before Start() and Stop()");
    }
    return m_end - m_begin;
}

ServerNetLinkMonitor::State
ServerNetLinkMonitor::GetState(uint32_t channel) const
{
    GetTicks(); // throws
    return m_states.at(channel);
}

ServerNetLinkMonitor::State
ServerNetLinkMonitor::GetCategoryState(uint32_t category, uint32_t direction) const
{
    State sum;
    for (uint32_t channel = direction; channel < m_states.size(); channel += 2)
    {
        if (m_fabric->GetNetwork().GetChannels()[channel].category == category)
        {
            sum.transmitting += m_states[channel].transmitting;
            sum.stalled += m_states[channel].stalled;
            sum.idle += m_states[channel].idle;
        }
    }
    return sum;
}

const std::vector<std::vector<int64_t>>&
ServerNetLinkMonitor::GetBlame() const
{
    return m_blame;
}

uint32_t
ServerNetLinkMonitor::GetGroup(uint32_t channel) const
{
    const uint32_t category = m_fabric->GetNetwork().GetChannels()[channel].category;
    const uint32_t categories = m_fabric->GetNetwork().GetTopology().GetCategories().size();
    return 2 * std::min(category, categories) + channel % 2;
}

void
ServerNetLinkMonitor::Add(const ServerNetEngine::Stall& stall)
{
    const int64_t ticks = std::min(stall.end, m_end) - std::max(stall.begin, m_begin);
    if (ticks > 0)
    {
        m_blame[GetGroup(stall.channel)][GetGroup(stall.blamedChannel)] += ticks;
    }
}

double
ServerNetLinkMonitor::GetThroughput() const
{
    const auto& channels = m_fabric->GetNetwork().GetChannels();
    int64_t consumed = 0;
    for (uint32_t channel = 0; channel < channels.size(); ++channel)
    {
        consumed += channels[channel].toDevice ? GetState(channel).transmitting : 0;
    }
    return static_cast<double>(consumed) / static_cast<double>(GetTicks());
}

double
ServerNetLinkMonitor::GetStalled() const
{
    const std::size_t channels = m_fabric->GetNetwork().GetChannels().size();
    int64_t stalled = 0;
    for (uint32_t channel = 0; channel < channels; ++channel)
    {
        stalled += GetState(channel).stalled;
    }
    return static_cast<double>(stalled) / static_cast<double>(GetTicks()) /
           static_cast<double>(channels);
}

burst::Statistic::Parts
ServerNetLinkMonitor::GetSent() const
{
    const ServerNetNetwork& network = m_fabric->GetNetwork();
    std::map<std::string, int64_t> flits;
    std::map<std::string, uint32_t> devices;
    for (uint32_t channel = 0; channel < network.GetChannels().size(); ++channel)
    {
        if (network.GetChannels()[channel].fromDevice)
        {
            const uint32_t device = network.GetChannels()[channel].device;
            const auto& kind = network.GetTopology().GetNodes()[network.GetDevices()[device]].kind;
            flits[kind] += GetState(channel).transmitting;
            ++devices[kind];
        }
    }
    burst::Statistic::Parts sent;
    for (const auto& [kind, count] : devices)
    {
        sent[kind] = static_cast<double>(flits[kind]) / (count * static_cast<double>(GetTicks()));
    }
    return sent;
}

burst::Statistic::Table
ServerNetLinkMonitor::GetLinks() const
{
    const ServerNetNetwork& network = m_fabric->GetNetwork();
    const auto& categories = network.GetTopology().GetCategories();
    std::vector<uint32_t> count(2 * categories.size());
    std::vector<double> expected(2 * categories.size());
    for (uint32_t channel = 0; channel < network.GetChannels().size(); ++channel)
    {
        const uint32_t row = GetGroup(channel);
        if (row < count.size())
        {
            ++count[row];
            expected[row] += m_expected.empty() ? 0 : m_expected[channel];
        }
    }
    burst::Statistic::Table table{{{"category", ""},
                                   {"direction", "1"},
                                   {"channels", "1"},
                                   {"transmitting", "1"},
                                   {"stalled", "1"},
                                   {"idle", "1"}},
                                  {}};
    if (!m_expected.empty())
    {
        table.columns.emplace_back("expected", "1");
    }
    for (uint32_t row = 0; row < count.size(); ++row)
    {
        if (count[row])
        {
            const State state = GetCategoryState(row / 2, row % 2);
            const double all = static_cast<double>(GetTicks()) * count[row];
            std::vector<std::string> cells{categories[row / 2].name,
                                           std::to_string(row % 2),
                                           std::to_string(count[row])};
            for (const int64_t ticks : {state.transmitting, state.stalled, state.idle})
            {
                cells.push_back(burst::WriteDouble(ticks / all));
            }
            if (!m_expected.empty())
            {
                cells.push_back(burst::WriteDouble(expected[row] / count[row]));
            }
            table.rows.emplace_back(cells);
        }
    }
    return table;
}

burst::Statistic::Table
ServerNetLinkMonitor::GetBlamed() const
{
    burst::Statistic::Table table;
    if (m_blaming)
    {
        table.columns = {{"category", ""},
                         {"direction", "1"},
                         {"blamed_category", ""},
                         {"blamed_direction", "1"},
                         {"ticks", "tick"}};
    }
    const auto& categories = m_fabric->GetNetwork().GetTopology().GetCategories();
    const auto name = [&categories](std::size_t group) { // none for the last two
        return group / 2 < categories.size() ? categories[group / 2].name : "";
    };
    for (std::size_t row = 0; row < m_blame.size(); ++row)
    {
        for (std::size_t column = 0; column < m_blame.size(); ++column)
        {
            if (m_blame[row][column])
            {
                table.rows.emplace_back(
                    std::vector<std::string>{name(row),
                                             std::to_string(row % 2),
                                             name(column),
                                             std::to_string(column % 2),
                                             std::to_string(m_blame[row][column])});
            }
        }
    }
    return table;
}

} // namespace ns3
