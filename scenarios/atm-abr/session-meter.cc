/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "session-meter.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{

double
GetMbps(double cells, double seconds)
{
    return cells * AtmNetwork::CELL_BITS / seconds / 1e6;
}

double
GetQuantile(std::vector<double> values, double share)
{
    if (values.empty())
    {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const auto rank = static_cast<std::size_t>(std::ceil(share * values.size())) - 1;
    std::nth_element(values.begin(), values.begin() + rank, values.end());
    return values[rank];
}

AtmSessionMeter::AtmSessionMeter(Ptr<AtmFabric> fabric,
                                 const std::vector<AtmSession>& sessions,
                                 Time duration)
    : m_fabric(fabric),
      m_sessions(sessions),
      m_duration(duration),
      m_left(fabric->GetNetwork().GetChannels().size())
{
    for (uint32_t i = 0; i < m_left.size(); ++i)
    {
        const Time delay = PicoSeconds(m_fabric->GetNetwork().GetChannels()[i].delay);
        if (delay <= m_duration)
        {
            Simulator::Schedule(m_duration - delay, &AtmSessionMeter::CountAtEnd, this, i);
        }
    }
}

AtmSessionMeter::Counts
AtmSessionMeter::GetCounts(uint32_t session)
{
    AtmEngine& engine = m_fabric->GetEngine();
    const auto& counts = engine.GetVcCounts(session);
    const uint64_t waiting =
        std::isinf(m_sessions[session].demand) ? 0 : engine.GetWaiting(session);
    return {static_cast<double>(waiting),
            static_cast<double>(waiting + counts.data),
            static_cast<double>(counts.delivered),
            static_cast<double>(counts.delivered + counts.deliveredRm)};
}

void
AtmSessionMeter::Begin()
{
    m_begin = Simulator::Now();
    for (uint32_t i = 0; i < m_sessions.size(); ++i)
    {
        m_before.push_back(GetCounts(i));
    }
    m_rates.resize(m_sessions.size());
}

void
AtmSessionMeter::SampleRates()
{
    AtmEngine& engine = m_fabric->GetEngine();
    ++m_samples;
    for (uint32_t i = 0; i < m_rates.size(); ++i)
    {
        m_rates[i] += engine.GetRate(i);
    }
}

uint32_t
AtmSessionMeter::GetSamples() const
{
    return m_samples;
}

AtmSessionMeter::Means
AtmSessionMeter::GetMeans(uint32_t session)
{
    const double seconds = (m_duration - m_begin).GetSeconds();
    const Counts counts = GetCounts(session);
    const Counts& before = m_before[session];
    return {GetMbps(counts.arrived - before.arrived, seconds),
            GetMbps(m_rates[session] / m_samples, 1),
            GetMbps(counts.delivered - before.delivered, seconds),
            GetMbps(counts.all - before.all, seconds)};
}

void
AtmSessionMeter::CountAtEnd(uint32_t channel)
{
    m_left[channel] = CountLeft(channel);
}

uint64_t
AtmSessionMeter::CountLeft(uint32_t channel)
{
    AtmEngine& engine = m_fabric->GetEngine();
    return engine.GetPortCounts(channel).joined - engine.GetQueue(channel);
}

void
AtmSessionMeter::Report(fabric::ConservationLedger& ledger)
{
    AtmEngine& engine = m_fabric->GetEngine();
    const auto& network = m_fabric->GetNetwork();
    const auto& channels = network.GetChannels();
    if (std::any_of(channels.begin(), channels.end(), [](const auto& channel) {
            return PicoSeconds(channel.delay).IsZero();
        }))
    {
        return; // a cell is on such a link for a picosecond, which no event can see
    }
    const uint32_t account = ledger.AddAccount("cells");
    for (uint32_t vc = 0; vc < network.GetVcs().size(); ++vc)
    {
        const auto& counts = engine.GetVcCounts(vc);
        ledger.Inject(account, counts.data + counts.forward + counts.turned + counts.made);
        ledger.Deliver(account, counts.delivered + counts.deliveredRm + counts.returned);
    }
    ledger.Drop(account, ledger.AddReason("buffer full"), m_fabric->GetLost());
    for (uint32_t i = 0; i < channels.size(); ++i)
    {
        ledger.StateInFlight(account, engine.GetQueue(i));
        ledger.StateInFlight(account, CountLeft(i) - m_left[i]);
    }
}

} // namespace ns3
