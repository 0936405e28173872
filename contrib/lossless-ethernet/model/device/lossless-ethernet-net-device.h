/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_NET_DEVICE_H
#define LOSSLESS_ETHERNET_NET_DEVICE_H

#include "lossless-ethernet-fabric.h"
#include "lossless-ethernet-port.h"

#include "ns3/fabric-bounded-device.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * A station of a fabric, for stock protocols and applications.
 *
 * A packet becomes a frame of as many bytes as its payload, 14 of addresses and EtherType and 4 of
 * the check sequence, at least 64; preamble, gap and tags do not count. It waits in TxQueue while
 * the virtual output queues of the station are full, and then in the one of its destination.
 * Broadcast, multicast and unknown addresses are a frame to each other station.
 */
class LosslessEthernetNetDevice : public fabric::BoundedDevice, public LosslessEthernetPort
{
  public:
    static constexpr uint8_t ADDRESS_KIND = 0x4c; //!< second byte of an address

    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * Connect to a fabric that is built. The address becomes 02:4C, two bytes of the id of the
     * channel of ns-3 and two of the number.
     * @param number of the station
     * @param fabric it is in
     */
    void Attach(uint32_t number, Ptr<LosslessEthernetFabric> fabric);

    Ptr<LosslessEthernetFabric> GetFabric() const; //!< @return null before Attach
    uint32_t GetPort() const;                      //!< @return channel that leaves it
    uint64_t GetFramesSent() const;                //!< @return frames that left, with packets
    uint64_t GetFramesReceived() const;            //!< @return frames that came, with packets
    /** @return frames of packets that wait in the virtual output queues */
    uint64_t GetFramesWaiting() const;

    void Left(uint32_t bytes);              //!< @param bytes of a frame that starts on the link
    void Receive(Ptr<const Packet> packet); //!< @param packet that has come, with its header
    /** A flow may send at another rate. @param destination of it @param priority of it
     * @param rate bits per second; infinity: it is not limited any more */
    void Limited(uint32_t destination, uint8_t priority, double rate);

    bool HasListeners() const override;
    bool WantsStarted() const override;
    bool WantsReceived() const override;
    void Started(Ptr<const Packet> bytes) override;
    void Received(Ptr<const Packet> bytes) override;
    void Paused(const Time& begin, uint8_t priorities, const Time& duration) override;

    Ptr<Channel> GetChannel() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;

    /** Of RateChanged. */
    using RateTracedCallback = void (*)(uint32_t destination, uint8_t priority, double rate);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    fabric::Bundle& GetBundle() const override;
    fabric::AddressTable& GetAddresses() const override;
    bool HasRoom() const override;
    void Transmit(Ptr<Packet> packet) override;

    /** @param packet any @return priority that it asks for, else that of the attribute */
    uint8_t ChoosePriority(Ptr<const Packet> packet) const;

    uint16_t m_mtu{1500};                 //!< attribute Mtu
    uint8_t m_priority;                   //!< attribute Priority
    uint64_t m_nicMemory;                 //!< attribute NicMemory
    Ptr<LosslessEthernetFabric> m_fabric; //!< it is in
    uint64_t m_waitingBytes{0};           //!< of frames in the virtual output queues
    uint64_t m_waiting{0};                //!< see GetFramesWaiting
    uint64_t m_sent{0};                   //!< see GetFramesSent
    uint64_t m_received{0};               //!< see GetFramesReceived

    TracedCallback<const Time&, uint8_t, const Time&> m_pausedTrace; //!< Paused
    TracedCallback<uint32_t, uint8_t, double> m_rateTrace;           //!< RateChanged
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_NET_DEVICE_H
