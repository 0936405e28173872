/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_ADDRESS_TABLE_H
#define FABRIC_ADDRESS_TABLE_H

#include "ns3/mac48-address.h"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace ns3::fabric
{

/** @ingroup fabric @brief The addresses of the devices of a fabric, by their numbers. */
class AddressTable
{
  public:
    /** @param number of a device @param address its new address */
    void Set(uint32_t number, const Mac48Address& address);

    /** @param address of a device @return its number, the lowest of several, Topology::NONE if no
     * device has it */
    uint32_t Find(const Mac48Address& address) const;

    /**
     * @param address of a frame
     * @param own number of the device that sends it
     * @param count of the devices there are
     * @return the device with the address; for an unknown or group address all other devices, the
     * first at the back
     */
    std::vector<uint32_t> GetDestinations(const Mac48Address& address,
                                          uint32_t own,
                                          uint32_t count) const;

  private:
    std::set<std::pair<Mac48Address, uint32_t>> m_addresses; //!< with the number of the device
};

} // namespace ns3::fabric

#endif // FABRIC_ADDRESS_TABLE_H
