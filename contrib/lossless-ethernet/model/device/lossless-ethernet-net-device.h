/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_NET_DEVICE_H
#define LOSSLESS_ETHERNET_NET_DEVICE_H

#include "lossless-ethernet-fabric.h"

#include "ns3/fabric-bounded-device.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * A station of a fabric, for stock protocols and applications.
 *
 * A packet becomes a frame of as many bytes as its payload, 14 of addresses and EtherType and 4 of
 * the check sequence, at least 64; preamble, gap and tags do not count. There is a queue for each
 * priority, a device queue of ns-3 each. A packet waits there while the virtual output queue of its
 * priority and destination is full, and then in that. A flow that its reaction point limits holds
 * up no other one: its packets wait in its own virtual output queue alone, as many as in a queue of
 * packets, and beyond that are thrown away. Broadcast, multicast and unknown addresses are a frame
 * to each other station.
 */
class LosslessEthernetNetDevice : public fabric::BoundedDevice
{
  public:
    static constexpr uint8_t ADDRESS_KIND = 0x4c; //!< second byte of an address

    /** Why a packet is thrown away: its flow is limited, and as much as TxQueue may have waits. */
    static constexpr const char* FLOW_FULL = "flow full";

    static TypeId GetTypeId(); //!< @return the TypeId
    LosslessEthernetNetDevice();

    /**
     * Connect to a fabric that is built. The address becomes 02:4C, two bytes of the id of the
     * channel of ns-3 and two of the number.
     * @param number of the station
     * @param fabric it is in
     */
    void Attach(uint32_t number, Ptr<LosslessEthernetFabric> fabric);

    /** @param priority attribute Priority; std::invalid_argument if the memory of the switches does
     * not have it */
    void SetPriority(uint8_t priority);
    uint8_t GetPriority() const;                   //!< @return attribute Priority
    Ptr<LosslessEthernetFabric> GetFabric() const; //!< @return null before Attach
    uint32_t GetPort() const; //!< @return channel that leaves it, LosslessEngine::NONE of none
    uint64_t GetFramesSent() const;     //!< @return frames that left, with packets
    uint64_t GetFramesReceived() const; //!< @return frames that came, with packets
    /** @return frames of packets that wait in the virtual output queues */
    uint64_t GetFramesWaiting() const;

    void NotifyTxStart(
        const LosslessFrame& frame);        //!< @param frame with a packet that starts on the link
    void Receive(Ptr<const Packet> packet); //!< @param packet that has come, with its header
    /** A flow may send at another rate. @param destination of it @param priority of it
     * @param rate bits per second; infinity: it is not limited any more */
    void NotifyRate(uint32_t destination, uint8_t priority, double rate);

    bool HasSinks() const; //!< @return whether its traces have sinks, so that they fire in time
    /** As LosslessEthernetSwitchPort::NotifyPause. @param begin when @param priorities a bit for
     * each @param duration at most */
    void NotifyPause(const Time& begin, uint8_t priorities, const Time& duration);

    /** @param packet any @return its priority: that of its SocketPriorityTag, up to 7, if it has
     * one and the switches have memory for it; else attribute Priority */
    std::size_t ChooseQueue(Ptr<const Packet> packet) const override;
    bool IsLinkUp() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    void SetNicMemory(uint64_t bytes); //!< @param bytes attribute NicMemory
    uint64_t GetNicMemory() const;     //!< @return attribute NicMemory

    /** Of RateChanged. */
    using RateTracedCallback = void (*)(uint32_t destination, uint8_t priority, double rate);

  protected:
    void DoDispose() override;

  private:
    fabric::EngineChannel* PeekFabric() const override;
    void ChangeSinks(const burst::SinkChange& change) override;
    bool HasRoom(Ptr<const Packet> packet) const override;
    bool HasWorkingLink() const override;
    void CatchUp() const; //!< Count what has happened up to now.
    void Transmit(Ptr<Packet> packet) override;

    /** Frames in the virtual output queue of a flow. */
    struct Waiting
    {
        uint64_t bytes{0};  //!< of them
        uint32_t frames{0}; //!< how many
    };

    /** @param priority of a flow @param destination of it @return whether NicMemory bytes wait */
    bool IsFull(uint8_t priority, uint32_t destination) const;
    /** @param priority of a flow, which is full @param destination of it
     * @return whether as much waits as the queue of the priority may have */
    bool IsOver(uint8_t priority, uint32_t destination) const;

    uint16_t m_mtu{1500};                  //!< attribute Mtu
    uint8_t m_priority{0};                 //!< attribute Priority
    uint64_t m_nicMemory;                  //!< attribute NicMemory
    Ptr<LosslessEthernetFabric> m_fabric;  //!< it is in
    uint32_t m_port{LosslessEngine::NONE}; //!< see GetPort
    uint64_t m_waitingBytes{0};            //!< of frames in the virtual output queues
    /** By priority, none before its first frame, and destination. */
    std::array<std::vector<Waiting>, LosslessFrame::PRIORITIES> m_flows;
    uint64_t m_waiting{0};  //!< see GetFramesWaiting
    uint64_t m_sent{0};     //!< see GetFramesSent
    uint64_t m_received{0}; //!< see GetFramesReceived

    TracedCallback<const Time&, uint8_t, const Time&> m_pausedTrace; //!< Paused
    TracedCallback<uint32_t, uint8_t, double> m_rateTrace;           //!< RateChanged
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_NET_DEVICE_H
