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
 * @brief The devices of a fabric by number and by address.
 */
class ServerNetDeviceTable
{
  public:
    void SetCount(uint32_t count); //!< @param count number of devices
    uint32_t GetCount() const;     //!< @return number of devices

    /** @param number of a device to attach
     * @throw std::invalid_argument the number is taken or out of range */
    void CheckFree(uint32_t number) const;

    /**
     * Attach a device. Until then, packets for this number are accepted but not answered.
     * @param number of the device
     * @param device the device
     */
    void Attach(uint32_t number, Ptr<ServerNetFabricEnd> device);

    /** @param number of a device @return the device, null before Attach */
    Ptr<ServerNetFabricEnd> Get(uint32_t number) const;

    fabric::AddressTable& GetAddresses(); //!< @return addresses of the devices

    /** Notify the devices concerned of the end of a packet. @param end the end */
    void HandOver(const ServerNetPacketBook::End& end) const;

    /**
     * Check that no device ever had more responses under way than the other devices may have
     * outstanding requests. Skipped if a device has abandoned an attempt or is not attached.
     * @throw std::runtime_error a device had more
     */
    void CheckResponses() const;

    void Clear(); //!< Forget the devices, but not their number.

  private:
    std::vector<Ptr<ServerNetFabricEnd>> m_devices; //!< by number
    fabric::AddressTable m_addresses;               //!< see GetAddresses
};

} // namespace ns3

#endif // SERVERNET_DEVICE_TABLE_H
