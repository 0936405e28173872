/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_DEVICE_TABLE_H
#define SERVERNET_DEVICE_TABLE_H

#include "servernet-fabric-end.h"
#include "servernet-packet-book.h"

#include "ns3/fabric-address-table.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The devices of a fabric by number and by address, and which of them a packet concerns.
 */
class ServerNetDeviceTable
{
  public:
    void SetCount(uint32_t count); //!< @param count number of devices
    uint32_t GetCount() const;     //!< @return number of devices

    /** @param number of a device that is to be attached
     * @throw std::invalid_argument there is one, or the fabric has no such number */
    void CheckFree(uint32_t number) const;

    /**
     * Before the call, packets for the device are accepted and not answered.
     * @param number of a device
     * @param device that is there from now on
     */
    void Attach(uint32_t number, Ptr<ServerNetFabricEnd> device);

    /** @param number of a device @return it, null before Attach */
    Ptr<ServerNetFabricEnd> Get(uint32_t number) const;

    fabric::AddressTable& GetAddresses(); //!< @return those of the devices

    /** Tell devices of the end of a packet. @param end that end */
    void HandOver(const ServerNetPacketBook::End& end) const;

    /**
     * Every response waiting at a device answers an outstanding request of another one, unless one
     * was given up.
     * @throw std::runtime_error a device had more responses waiting than others have requests
     */
    void CheckResponses() const;

    void Clear(); //!< Forget the devices.

  private:
    std::vector<Ptr<ServerNetFabricEnd>> m_devices; //!< by number
    fabric::AddressTable m_addresses;               //!< see GetAddresses
};

} // namespace ns3

#endif // SERVERNET_DEVICE_TABLE_H
