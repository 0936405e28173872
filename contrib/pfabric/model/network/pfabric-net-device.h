/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_NET_DEVICE_H
#define PFABRIC_NET_DEVICE_H

#include "pfabric-frame.h"

#include "ns3/data-rate.h"
#include "ns3/event-impl.h"
#include "ns3/fabric-node-device.h"
#include "ns3/packet.h"
#include "ns3/pfabric-buffer.h"
#include "ns3/pfabric-queue-rules.h"
#include "ns3/queue-size.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class PFabricChannel;
class PFabricLeanIp;

/**
 * @ingroup pfabric
 * @brief A port of a data-centre network: a full-duplex link with a queue before it.
 *
 * What is on the link is an IPv4 packet and nothing else, so that 1,500 bytes take 12 us at 1 Gb/s;
 * Overhead adds bytes of a frame. A packet that finds the link idle does not enter the queue, which
 * is that of a pFabric port (PFabricBuffer), or drop-tail (DropByPriority and ServeByPriority
 * false). A packet costs one event, and a second one only if it makes another wait: the device has
 * no event when its link falls idle. The device never stops what feeds it.
 *
 * All attributes may be set at any time. What waits stays, and what comes finds the new queue; a
 * transmission goes on at the rate with which it began.
 */
class PFabricNetDevice : public fabric::NodeDevice, public PFabricQueueRules
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    PFabricNetDevice();

    /**
     * @param channel of the link
     * @param peer at its other end; std::invalid_argument if MaxSize has no room for a packet of
     * Mtu bytes, here and whenever one of the two is set later
     */
    void SetLink(Ptr<PFabricChannel> channel, Ptr<PFabricNetDevice> peer);

    /**
     * @param ip takes what comes instead of the node
     * @param port what it calls this device
     */
    void SetLeanIp(Ptr<PFabricLeanIp> ip, uint32_t port);

    /** @param frame that is sent, now or when the link is free, or dropped @return whether it is
     * not dropped now */
    bool Send(const Ptr<PFabricFrame>& frame);

    void Receive(const Ptr<PFabricFrame>& frame); //!< @param frame whose last bit has come

    /** @param frame that has come, for the node, as of any NetDevice */
    void PassUp(const PFabricFrame& frame);

    /** @param bytes of an IP packet @return how long it is on the link, without its delay */
    Time GetTransmissionTime(uint32_t bytes) const;

    /** @return when the transmission that has begun last is over */
    Time GetFreeAt() const
    {
        return TimeStep(m_freeAt);
    }

    void SetDataRate(DataRate rate);       //!< @param rate of packets that begin from now on
    void SetDelay(Time delay);             //!< @param delay of the link, from its channel
    DataRate GetDataRate() const;          //!< @return of the link
    Ptr<PFabricNetDevice> GetPeer() const; //!< @return at the other end of the link

    /** @return packets whose transmission has begun */
    uint64_t GetSent() const
    {
        return m_sent;
    }

    /** @return bytes of these, with Overhead */
    uint64_t GetSentBytes() const
    {
        return m_sentBytes;
    }

    /** @return packets that were dropped by the queue, or as longer than Mtu */
    uint64_t GetDropped() const
    {
        return m_dropped;
    }

    /** @return packets that wait */
    uint32_t GetQueuedPackets() const
    {
        return m_buffer.GetPackets();
    }

    /** @return bytes that wait, without Overhead */
    uint64_t GetQueuedBytes() const
    {
        return m_buffer.GetBytes();
    }

    using PFabricQueueRules::GetDefaultPriority;

    /** Of Arrive, Begin, Mark and Discard. */
    using FrameTracedCallback = void (*)(const PFabricFrame&);

    Ptr<Channel> GetChannel() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsPointToPoint() const override;
    bool Send(Ptr<Packet> packet, const Address& destination, uint16_t protocol) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& destination,
                  uint16_t protocol) override;
    bool NeedsArp() const override;
    bool SupportsSendFrom() const override;

  protected:
    void DoDispose() override;
    void CheckRules(const PFabricBuffer::Rules& rules) const override;

  private:
    /** When the link is free. One event is enough: only one is due at a time. */
    class LinkFreeEvent : public EventImpl
    {
      public:
        /** @param device of the link */
        explicit LinkFreeEvent(PFabricNetDevice& device)
            : m_device(device)
        {
        }

      private:
        void Notify() override
        {
            m_device.LinkFree();
        }

        PFabricNetDevice& m_device; //!< of the link
    };

    void Transmit(const Ptr<PFabricFrame>& frame); //!< @param frame whose transmission begins
    void LinkFree();                               //!< The link is free, and packets wait.
    void SetOverhead(uint32_t bytes);              //!< @param bytes see Overhead
    uint32_t GetOverhead() const;                  //!< @return see Overhead
    void SetMaxSize(QueueSize size);               //!< @param size attribute MaxSize
    QueueSize GetMaxSize() const;                  //!< @return see SetMaxSize
    void SetMarkingThreshold(QueueSize threshold); //!< @param threshold attribute MarkingThreshold
    QueueSize GetMarkingThreshold() const;         //!< @return see SetMarkingThreshold
    /** @param mtu attribute Mtu; std::invalid_argument if the queue has no room for such a packet
     */
    void SetLongest(uint16_t mtu);
    /**
     * @param rules of the queue
     * @param mtu longest packet; std::invalid_argument if these rules leave no room for such a
     * packet
     */
    static void CheckRoom(const PFabricBuffer::Rules& rules, uint16_t mtu);
    void AwaitLink();                     //!< Packets wait: LinkFree is due.
    void Drop(const PFabricFrame& frame); //!< @param frame that is dropped

    // What a packet needs comes first, and so is in a few lines of the cache.
    int64_t m_freeAt{0};               //!< when the link is free, in ticks of Time
    int64_t m_delay{0};                //!< of the link, in ticks of Time
    PFabricNetDevice* m_peer{nullptr}; //!< at the other end, which the channel keeps
    uint32_t m_peerContext{0};         //!< node of that
    uint32_t m_port{0};                //!< what m_leanIp calls this device
    Ptr<PFabricLeanIp> m_leanIp;       //!< takes what comes, if it is set
    bool m_waiting{false};             //!< packets wait, and LinkFree is due
    uint16_t m_mtu{0};                 //!< attribute Mtu
    uint32_t m_overhead;               //!< attribute Overhead
    uint32_t m_lastBytes{0};           //!< of the last packet
    int64_t m_lastTicks{0};            //!< how long that was sent
    uint64_t m_sent{0};                //!< packets
    uint64_t m_sentBytes{0};           //!< bytes of these
    bool m_markByBytes{false};         //!< m_markFrom is one of bytes
    uint64_t m_markFrom{0};            //!< what waits when arrivals are marked; 0: never
    Ptr<EventImpl> m_linkFree;         //!< LinkFree

    TracedCallback<const PFabricFrame&> m_arriveTrace;       //!< Arrive
    TracedCallback<Ptr<const Packet>> m_macTxTrace;          //!< MacTx
    TracedCallback<const PFabricFrame&> m_beginTrace;        //!< Begin
    TracedCallback<const PFabricFrame&> m_markTrace;         //!< Mark
    TracedCallback<const PFabricFrame&> m_discardTrace;      //!< Discard
    TracedCallback<Ptr<const Packet>> m_phyTxBeginTrace;     //!< PhyTxBegin
    TracedCallback<Ptr<const Packet>> m_phyRxEndTrace;       //!< PhyRxEnd
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace; //!< PromiscSniffer
    TracedCallback<Ptr<const Packet>> m_macTxDropTrace;      //!< MacTxDrop
    TracedCallback<Ptr<const Packet>> m_macRxTrace;          //!< MacRx

    PFabricBuffer m_buffer;                  //!< law of the queue
    std::vector<Ptr<PFabricFrame>> m_frames; //!< that wait, by place in the buffer
    uint64_t m_dropped{0};                   //!< packets

    Ptr<PFabricChannel> m_channel; //!< of the link
    DataRate m_rate;               //!< attribute DataRate
    TracedCallback<> m_linkTrace;  //!< of AddLinkChangeCallback
};

} // namespace ns3

#endif // PFABRIC_NET_DEVICE_H
