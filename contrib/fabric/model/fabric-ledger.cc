/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-ledger.h"

#include "ns3/log.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace ns3::fabric
{

NS_LOG_COMPONENT_DEFINE("FabricConservationLedger");

uint32_t
ConservationLedger::AddAccount(const std::string& name)
{
    NS_LOG_FUNCTION(this << name);
    if (std::find(m_names.begin(), m_names.end(), name) != m_names.end())
    {
        throw std::invalid_argument("there is an account '" + name +
                                    "' already; each has a name of its own");
    }
    m_names.push_back(name);
    m_accounts.emplace_back();
    m_accounts.back().dropped.resize(m_reasons.size());
    return m_accounts.size() - 1;
}

uint32_t
ConservationLedger::AddReason(const std::string& name)
{
    NS_LOG_FUNCTION(this << name);
    const auto found = std::find(m_reasons.begin(), m_reasons.end(), name);
    const uint32_t reason = found - m_reasons.begin();
    if (found == m_reasons.end())
    {
        m_reasons.push_back(name);
        for (Account& account : m_accounts)
        {
            account.dropped.push_back(0);
        }
    }
    return reason;
}

void
ConservationLedger::Inject(uint32_t account, uint64_t amount)
{
    m_accounts.at(account).injected += amount;
}

void
ConservationLedger::Deliver(uint32_t account, uint64_t amount)
{
    m_accounts.at(account).delivered += amount;
}

void
ConservationLedger::Drop(uint32_t account, uint32_t reason, uint64_t amount)
{
    m_accounts.at(account).dropped.at(reason) += amount;
}

void
ConservationLedger::StateInFlight(uint32_t account, uint64_t amount)
{
    NS_LOG_FUNCTION(this << account << amount);
    m_accounts.at(account).stated += amount;
}

uint64_t
ConservationLedger::GetInjected(uint32_t account) const
{
    return m_accounts.at(account).injected;
}

uint64_t
ConservationLedger::GetDelivered(uint32_t account) const
{
    return m_accounts.at(account).delivered;
}

uint64_t
ConservationLedger::GetDropped(uint32_t account) const
{
    const auto& dropped = m_accounts.at(account).dropped;
    return std::accumulate(dropped.begin(), dropped.end(), uint64_t{0});
}

uint64_t
ConservationLedger::GetDropped(uint32_t account, uint32_t reason) const
{
    return m_accounts.at(account).dropped.at(reason);
}

int64_t
ConservationLedger::GetInFlight(uint32_t account) const
{
    return static_cast<int64_t>(GetInjected(account) - GetDelivered(account) - GetDropped(account));
}

int64_t
ConservationLedger::GetMissing(uint32_t account) const
{
    return GetInFlight(account) - static_cast<int64_t>(m_accounts.at(account).stated);
}

void
ConservationLedger::Check() const
{
    for (uint32_t index = 0; index < m_accounts.size(); ++index)
    {
        const Account& account = m_accounts[index];
        NS_LOG_INFO("account '" << m_names[index] << "': injected " << account.injected
                                << ", delivered " << account.delivered << ", dropped "
                                << GetDropped(index) << ", in flight " << account.stated);
        const int64_t missing = GetMissing(index);
        if (missing == 0)
        {
            continue;
        }
        std::string reasons;
        for (uint32_t reason = 0; reason < m_reasons.size(); ++reason)
        {
            if (account.dropped[reason])
            {
                reasons += (reasons.empty() ? " (" : ", ") + m_reasons[reason] + " " +
                           std::to_string(account.dropped[reason]);
            }
        }
        throw std::runtime_error(
            "account '" + m_names[index] + "' does not balance: injected " +
            std::to_string(account.injected) + ", delivered " + std::to_string(account.delivered) +
            ", dropped " + std::to_string(GetDropped(index)) + reasons +
            (reasons.empty() ? "" : ")") + ", in flight " + std::to_string(account.stated) +
            ", so " + std::to_string(missing < 0 ? -missing : missing) +
            (missing > 0 ? " got lost" : " came from nowhere"));
    }
}

} // namespace ns3::fabric
