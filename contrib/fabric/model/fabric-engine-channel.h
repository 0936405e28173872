/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_ENGINE_CHANNEL_H
#define FABRIC_ENGINE_CHANNEL_H

#include "fabric-address-table.h"
#include "fabric-bundle-member.h"

#include "ns3/burst-core-sinks.h"
#include "ns3/channel.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::fabric
{

class EthernetDevice;

/**
 * @ingroup fabric
 * @brief A network as a channel of ns-3: one engine moves the packets of all its devices.
 *
 * The engine catches up when state is read or changed. There is one pending event, at the next
 * tick with something to deliver or to trace in time, and none if there is no such tick.
 */
class EngineChannel : public Channel, public BundleMember
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    EngineChannel();
    ~EngineChannel() override;

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t number) const override;
    AddressTable& GetAddresses(); //!< @return those of the devices
    bool IsDisposed() const;      //!< @return whether only the counts remain

    /** @param number of a device to attach
     * @throw std::invalid_argument the number is taken or there is no such device */
    void CheckFree(uint32_t number) const;

    void CatchUp() const; //!< Advance the engine to now, if it runs.
    void UpdateSinks();   //!< Advance the engine to now, and find the sinks of its traces.
    /** Connect or disconnect a sink of a trace; the past is notified to the former sinks alone.
     * @param change does that */
    void ChangeSinks(const burst::SinkChange& change);

  protected:
    static constexpr int64_t NEVER = INT64_MAX; //!< a tick

    /** When the channel has to act next. */
    struct NextEvent
    {
        int64_t tick{NEVER}; //!< of the engine
        Time time;           //!< of that tick
    };

    void DoDispose() override;

    void SetDeviceCount(std::size_t count); //!< @param count of the devices of the network
    /** @param number of a device @param device from now on; see CheckFree */
    void SetDevice(uint32_t number, Ptr<EthernetDevice> device);
    /**
     * @tparam DeviceType class of all devices
     * @param number of a device
     * @return the device, or null
     */
    template <typename DeviceType>
    DeviceType* FindDevice(uint32_t number) const;

  private:
    void ScheduleNext() final;

    virtual bool IsRunning() const = 0;    //!< @return whether there is an engine that moves
    virtual NextEvent FindNextEvent() = 0; //!< @return of a channel that runs
    virtual void FindSinks();              //!< Within Bundle::Act; by default nothing is done.

    std::vector<Ptr<EthernetDevice>> m_devices; //!< by number, or null
    AddressTable m_addresses;                   //!< of the devices
    bool m_disposed{false};                     //!< see IsDisposed
};

template <typename DeviceType>
DeviceType*
EngineChannel::FindDevice(uint32_t number) const
{
    return static_cast<DeviceType*>(PeekPointer(m_devices[number]));
}

} // namespace ns3::fabric

#endif // FABRIC_ENGINE_CHANNEL_H
