/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-address-table.h"

#include "fabric-topology.h"

#include <iterator>

namespace ns3::fabric
{

void
AddressTable::Set(uint32_t number, const Mac48Address& address)
{
    for (auto entry = m_addresses.begin(); entry != m_addresses.end();)
    {
        entry = entry->second == number ? m_addresses.erase(entry) : std::next(entry);
    }
    m_addresses.emplace(address, number);
}

uint32_t
AddressTable::Find(const Mac48Address& address) const
{
    const auto found = m_addresses.lower_bound({address, 0});
    return found != m_addresses.end() && found->first == address ? found->second : Topology::NONE;
}

std::vector<uint32_t>
AddressTable::GetDestinations(const Mac48Address& address, uint32_t own, uint32_t count) const
{
    const uint32_t device = address.IsGroup() ? Topology::NONE : Find(address);
    if (device != Topology::NONE)
    {
        return {device};
    }
    std::vector<uint32_t> others;
    for (uint32_t other = count; other-- > 0;)
    {
        if (other != own)
        {
            others.push_back(other);
        }
    }
    return others;
}

} // namespace ns3::fabric
