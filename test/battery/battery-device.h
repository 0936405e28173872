/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BATTERY_DEVICE_H
#define BATTERY_DEVICE_H

#include "ns3/ipv4-address.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/queue-fwd.h"

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

/** The battery of behaviours that every NetDevice of the suite shares with those of ns-3. */
namespace battery
{

using namespace ns3;

/** A device does not behave: the reason. */
class Failure : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/** Nodes with addresses of IPv4, for stock protocols and applications. */
struct Internet
{
    NodeContainer nodes;                //!< by number
    NetDeviceContainer devices;         //!< one a node
    std::vector<Ipv4Address> addresses; //!< of the nodes
};

/** A kind of device, and how its smallest network is made. */
class DeviceUnderTest
{
  public:
    /** @param name in the table @param type TypeId of the device */
    DeviceUnderTest(std::string name, std::string type)
        : m_name(std::move(name)),
          m_type(std::move(type))
    {
    }

    virtual ~DeviceUnderTest() = default;

    /** @return in the table */
    const std::string& GetName() const
    {
        return m_name;
    }

    /** @return TypeId of the device */
    const std::string& GetType() const
    {
        return m_type;
    }

    /** @return stations of the smallest network in which each behaviour can be seen */
    virtual uint32_t GetStations() const
    {
        return 3;
    }

    virtual Ptr<NetDevice> Create() const; //!< @return a device, on no node and no network
    /** Put devices on new nodes and into a network, by hand. @param devices of Create */
    virtual void Connect(const NetDeviceContainer& devices) const = 0;
    /** @param stations how many @return a network by the helper of the module */
    virtual NetDeviceContainer Install(uint32_t stations) const = 0;

    /** As Install, with a text for the transmit queues of the helper.
     * @param stations how many @param queue TypeId @param size MaxSize of each @return the devices
     */
    virtual NetDeviceContainer InstallQueues(uint32_t stations,
                                             const std::string& queue,
                                             const std::string& size) const;

    /** @param stations how many @param base first two octets of the addresses @return nodes with
     * protocols */
    virtual Internet MakeInternet(uint32_t stations, const std::string& base) const;
    /** The same behind nodes that are there. @param nodes the first of which may have protocols
     * @param base see above @return see above */
    virtual Internet JoinInternet(const NodeContainer& nodes, const std::string& base) const;
    /** @param nodes of the devices @return the devices */
    virtual NetDeviceContainer InstallOn(const NodeContainer& nodes) const;

    /** Start to write files. @param prefix of their names @param devices whose @param pcap or ascii
     */
    virtual void EnableFiles(const std::string& prefix,
                             const NetDeviceContainer& devices,
                             bool pcap) const;

    /** @param devices of Install @param number of one of them @param up its link comes back, or
     * goes */
    virtual void SetLink(const NetDeviceContainer& devices, uint32_t number, bool up) const;

    /** @param devices of Install @param stream first one @return streams used */
    virtual int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream) const;

    /** @return whether AssignStreams can be called */
    virtual bool HasStreams() const
    {
        return false;
    }

    /** @return devices that hear a packet on the link, besides its sender */
    virtual uint32_t GetHearers() const
    {
        return 1;
    }

    /** @param devices of Install @return packets that are nowhere, as the network itself knows */
    virtual int64_t CountMissing(const NetDeviceContainer& devices) const
    {
        return 0;
    }

    /** @return bits per second of the link of a station */
    virtual double GetRate() const = 0;

  private:
    std::string m_name; //!< see GetName
    std::string m_type; //!< see GetType
};

/** The kinds of the battery. @return stock ones first */
const std::vector<std::unique_ptr<const DeviceUnderTest>>& GetDevices();

/** @param name of one of them @return it; std::invalid_argument if there is none */
const DeviceUnderTest& FindDevice(const std::string& name);

/** Add the kinds of a file. @param devices to be added to */
void AddStockDevices(std::vector<std::unique_ptr<const DeviceUnderTest>>& devices);
void AddOwnDevices(std::vector<std::unique_ptr<const DeviceUnderTest>>& devices); //!< as above

} // namespace battery

#endif // BATTERY_DEVICE_H
