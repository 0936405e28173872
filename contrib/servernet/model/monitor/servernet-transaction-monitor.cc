/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-transaction-monitor.h"

#include "ns3/log.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetTransactionMonitor");

NS_OBJECT_ENSURE_REGISTERED(ServerNetTransactionMonitor);

TypeId
ServerNetTransactionMonitor::GetTypeId()
{
    using Self = ServerNetTransactionMonitor;
    static TypeId tid = burst::AddStatistics<Self>(
        TypeId("ns3::ServerNetTransactionMonitor")
            .SetParent<Object>()
            .SetGroupName("ServerNet")
            .AddConstructor<Self>(),
        {{"servernet.requested",
          "flit/tick",
          "flits of the requests a device of the kind generated",
          &Self::GetRequested},
         {"servernet.samples",
          "1",
          "transactions that ended",
          [](const Self& self) { return self.m_samples; }},
         {"servernet.two_way",
          "tick",
          "mean time from a request to its response",
          &Self::GetTwoWay},
         {"servernet.two_way_max",
          "tick",
          "longest time from a request to its response",
          &Self::GetLongest},
         {"servernet.two_way_times",
          "tick",
          "times from a request to its response",
          &Self::GetTimes},
         {"servernet.waited",
          "tick",
          "mean time that requests waited for room before they were made",
          &Self::GetWaited},
         {"servernet.routers", "1", "routers that a packet visits, mean", &Self::GetRouters},
         {"servernet.dropped", "1", "requests that were not made", &Self::GetNotMade},
         {"servernet.deferred",
          "1",
          "requests that wait for room at the end",
          &Self::GetDeferred}});
    return tid;
}

ServerNetTransactionMonitor::~ServerNetTransactionMonitor()
{
    Connect(false);
}

void
ServerNetTransactionMonitor::Watch(Ptr<ServerNetFabric> fabric)
{
    NS_LOG_FUNCTION(this << fabric);
    if (m_fabric)
    {
        throw std::invalid_argument("Watch() of ServerNetTransactionMonitor is called again; "
                                    "allowed is one fabric of each monitor");
    }
    for (uint32_t device = 0; device < fabric->GetNDevices(); ++device)
    {
        if (!DynamicCast<ServerNetNetDevice>(fabric->GetDevice(device)))
        {
            throw std::invalid_argument("Watch() of ServerNetTransactionMonitor before device " +
                                        std::to_string(device) +
                                        " is attached; allowed is it after all are");
        }
    }
    m_fabric = fabric;
    const ServerNetNetwork& network = fabric->GetNetwork();
    for (uint32_t device = 0; device < fabric->GetNDevices(); ++device)
    {
        m_devices.push_back(DynamicCast<ServerNetNetDevice>(fabric->GetDevice(device)));
        const auto& name = network.GetTopology().GetNodes()[network.GetDevices()[device]].kind;
        auto kind = std::find_if(m_kinds.begin(), m_kinds.end(), [&name](const Kind& known) {
            return known.name == name;
        });
        if (kind == m_kinds.end())
        {
            kind = m_kinds.emplace(kind);
            kind->name = name;
        }
        ++kind->devices;
        m_kind.push_back(kind - m_kinds.begin());
    }
    Connect(true);
}

void
ServerNetTransactionMonitor::Connect(bool connect)
{
    for (uint32_t i = 0; i < m_devices.size(); ++i)
    {
        const auto created = MakeBoundCallback(&Created, this, i);
        const auto done = MakeBoundCallback(&Done, this, i);
        if (connect)
        {
            m_devices[i]->TraceConnectWithoutContext("RequestCreated", created);
            m_devices[i]->TraceConnectWithoutContext("TransactionDone", done);
        }
        else
        {
            m_devices[i]->TraceDisconnectWithoutContext("RequestCreated", created);
            m_devices[i]->TraceDisconnectWithoutContext("TransactionDone", done);
        }
    }
}

void
ServerNetTransactionMonitor::SetLimit(uint64_t samples, std::function<void()> reached)
{
    m_limit = samples;
    m_reached = std::move(reached);
}

void
ServerNetTransactionMonitor::CheckMeasuring(const std::string& call) const
{
    if (!m_fabric)
    {
        throw std::invalid_argument(call + " before Watch(); allowed is it after that");
    }
    m_fabric->CheckRunning(call);
}

void
ServerNetTransactionMonitor::Start()
{
    NS_LOG_FUNCTION(this);
    CheckMeasuring("Start() of ServerNetTransactionMonitor");
    if (m_begin != NEVER)
    {
        throw std::invalid_argument("Start() of ServerNetTransactionMonitor is called again; "
                                    "allowed is one measurement of each monitor");
    }
    m_begin = m_fabric->GetPastTicks();
}

void
ServerNetTransactionMonitor::Stop()
{
    NS_LOG_FUNCTION(this);
    CheckMeasuring("Stop() of ServerNetTransactionMonitor");
    m_end = m_fabric->GetPastTicks();
    m_fabric->GetBundle().NotifyNow();
}

bool
ServerNetTransactionMonitor::IsMeasured(int64_t tick) const
{
    return tick > m_begin && tick <= m_end;
}

void
ServerNetTransactionMonitor::Created(ServerNetTransactionMonitor* monitor,
                                     uint32_t device,
                                     const Transaction& made)
{
    if (monitor->IsMeasured(made.createTick))
    {
        Kind& kind = monitor->m_kinds[monitor->m_kind[device]];
        ++kind.transactions;
        kind.requestFlits += ServerNetPacket::GetFlits(made.request.type, made.request.bytes);
    }
}

void
ServerNetTransactionMonitor::Done(ServerNetTransactionMonitor* monitor,
                                  uint32_t device,
                                  const Transaction& done,
                                  int64_t ticks)
{
    if (!monitor->IsMeasured(done.createTick + ticks) || monitor->m_samples == monitor->m_limit)
    {
        return;
    }
    monitor->m_kinds[monitor->m_kind[device]].twoWay.Add(ticks);
    monitor->m_waited += done.createTick - done.offerTick;
    const ServerNetNetwork& network = monitor->m_fabric->GetNetwork();
    const uint32_t destination = done.request.destination;
    monitor->m_routers += network.GetPath(device, destination).GetSize() +
                          network.GetPath(destination, device).GetSize() - 2;
    if (++monitor->m_samples == monitor->m_limit)
    {
        monitor->m_reached();
    }
}

const std::vector<ServerNetTransactionMonitor::Kind>&
ServerNetTransactionMonitor::GetKinds() const
{
    return m_kinds;
}

uint64_t
ServerNetTransactionMonitor::GetTransactions() const
{
    uint64_t transactions = 0;
    for (const auto& kind : m_kinds)
    {
        transactions += kind.transactions;
    }
    return transactions;
}

burst::LogLinearHistogram
ServerNetTransactionMonitor::GetTimes() const
{
    burst::LogLinearHistogram all;
    for (const auto& kind : m_kinds)
    {
        all.Merge(kind.twoWay);
    }
    return all;
}

burst::Statistic::Parts
ServerNetTransactionMonitor::GetRequested() const
{
    if (m_end == NEVER || m_end <= m_begin)
    {
        throw std::runtime_error(
            "ServerNetTransactionMonitor has no rate before Start() and Stop()");
    }
    const auto ticks = static_cast<double>(m_end - m_begin);
    burst::Statistic::Parts requested;
    for (const auto& kind : m_kinds)
    {
        requested[kind.name] = static_cast<double>(kind.requestFlits) / (kind.devices * ticks);
    }
    return requested;
}

burst::Statistic::Parts
ServerNetTransactionMonitor::GetTwoWay() const
{
    burst::Statistic::Parts means;
    const auto add = [&means](const std::string& kind, const burst::LogLinearHistogram& times) {
        if (times.GetCount())
        {
            means[kind] = times.GetSum() / static_cast<double>(times.GetCount());
        }
    };
    for (const auto& kind : m_kinds)
    {
        add(kind.name, kind.twoWay);
    }
    add("", GetTimes());
    return means;
}

burst::Statistic::Parts
ServerNetTransactionMonitor::GetLongest() const
{
    const auto times = GetTimes();
    return times.GetCount() ? burst::Statistic::Parts{{"", times.GetMax()}}
                            : burst::Statistic::Parts{};
}

burst::Statistic::Parts
ServerNetTransactionMonitor::GetRouters() const
{
    return m_samples ? burst::Statistic::Parts{{"", static_cast<double>(m_routers) / 2 / m_samples}}
                     : burst::Statistic::Parts{};
}

burst::Statistic::Parts
ServerNetTransactionMonitor::GetWaited() const
{
    return m_samples ? burst::Statistic::Parts{{"", static_cast<double>(m_waited) / m_samples}}
                     : burst::Statistic::Parts{};
}

uint64_t
ServerNetTransactionMonitor::GetNotMade() const
{
    uint64_t requests = 0;
    for (const auto& device : m_devices)
    {
        requests += device->GetDrops(ServerNetNetDevice::WINDOW_FULL).number;
    }
    return requests;
}

uint64_t
ServerNetTransactionMonitor::GetDeferred() const
{
    uint64_t requests = 0;
    for (const auto& device : m_devices)
    {
        requests += device->GetDeferred();
    }
    return requests;
}

} // namespace ns3
