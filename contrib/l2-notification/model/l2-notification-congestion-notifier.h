/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef L2_NOTIFICATION_CONGESTION_NOTIFIER_H
#define L2_NOTIFICATION_CONGESTION_NOTIFIER_H

#include "l2-notification-rate-limiter-tag.h"

#include "ns3/address.h"
#include "ns3/burst-core-drop-counter.h"
#include "ns3/callback.h"
#include "ns3/lossless-ethernet-bcn-feedback.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/queue-disc.h"

#include <cstdint>
#include <map>
#include <optional>

namespace ns3
{

/**
 * @ingroup l2-notification
 * @brief Carries congestion messages as frames between the queue discs of stock devices.
 *
 * A node has at most one, aggregated to it; the queue discs of this module make it where they need
 * it, a router between them is given one by the helper. It learns from tagged packets by which
 * device their source is reached, sends the messages of its own congestion points there, passes on
 * those for others, and gives those for a device of its node to the rate limiters of that.
 *
 * A frame has the EtherType of the CN-TAG and the address of the source as destination. It carries
 * a CnTagHeader with the flow, and a BcnMessageHeader or a CnmHeader.
 */
class CongestionNotifier : public Object
{
  public:
    /** Why a message went no further. */
    static constexpr const char* NO_LIMITER =
        "Source without rate limiter";                        //!< the frame has no tag
    static constexpr const char* NO_WAY = "Source not heard"; //!< no device is known to lead there
    static constexpr const char* NOT_HEEDED = "Device without rate limiter"; //!< it came to its end
    static constexpr const char* NOT_SENT = "Refused by queue or device";    //!< full
    static constexpr const char* MALFORMED = "Malformed"; //!< its bytes are no congestion message

    /** Takes the number of a flow, and a message about it. */
    using Listener = Callback<void, uint16_t, const lossless::CongestionMessage&>;

    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param node any @return that of the node, which is made if there is none */
    static Ptr<CongestionNotifier> Get(Ptr<Node> node);

    /** @param disc of a device @return the device; std::invalid_argument if the disc is on none, or
     * the device has no NetDeviceQueueInterface, by which it would be known */
    static Ptr<NetDevice> GetDevice(const QueueDisc& disc);

    /** @param device by which congestion messages leave; std::invalid_argument if its frames cannot
     * carry them */
    static void CheckCarriesMessages(Ptr<NetDevice> device);

    /** @param queue of a disc, which has no limit of its own from now on: MaxSize may change */
    static void Open(Ptr<QueueDisc::InternalQueue> queue);

    /** @param item any @return whether it is a message of a congestion point */
    static bool IsMessage(Ptr<const QueueDiscItem> item);

    /** @param disc any @param messages its internal queue of messages @param item that comes
     * @return whether MaxSize of the disc has room: for a message beside other messages, for data
     * beside all that waits */
    static bool HasRoom(QueueDisc& disc,
                        Ptr<const QueueDisc::InternalQueue> messages,
                        Ptr<QueueDiscItem> item);

    /** Listen to the devices of the node, from now on; later calls do nothing. */
    void Start();

    /** @param device of this node @param listener its rate limiters */
    void SetListener(Mac48Address device, Listener listener);

    /**
     * Send what a congestion point of this node says.
     * @param tag of the sampled frame
     * @param message to its source
     * @param destination of the sampled frame
     * @throw std::invalid_argument the device that leads to the source cannot send such a frame
     */
    void SendMessage(const RateLimiterTag& tag,
                     const lossless::CongestionMessage& message,
                     Mac48Address destination);

    uint64_t GetSent() const;      //!< @return messages of congestion points of this node
    uint64_t GetForwarded() const; //!< @return messages of others, to others
    uint64_t GetReceived() const;  //!< @return messages that rate limiters of this node got
    const burst::DropCounter& GetDrops() const; //!< @return messages that went no further

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    /** As NetDevice::PromiscReceiveCallback: learn where a source is. */
    void Learn(Ptr<NetDevice> device,
               Ptr<const Packet> packet,
               uint16_t protocol,
               const Address& from,
               const Address& to,
               NetDevice::PacketType type);
    /** As NetDevice::PromiscReceiveCallback: a message has come. */
    void Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from,
                 const Address& to,
                 NetDevice::PacketType type);
    /** @param device that leads to the source @param source address @param frame its payload
     * @return whether the frame is on its way */
    bool Send(Ptr<NetDevice> device, Mac48Address source, Ptr<Packet> frame);
    /** @param etherType behind the CN-TAG @param packet behind that @return the message; nothing if
     * it is none */
    std::optional<lossless::CongestionMessage> Read(uint16_t etherType,
                                                    Ptr<const Packet> packet) const;

    uint32_t m_setPoint;                           //!< attribute SetPoint
    double m_weight;                               //!< attribute Weight
    lossless::BcnFeedback::Clamp m_clamp;          //!< attribute Clamp
    bool m_started{false};                         //!< Start was called
    std::map<Mac48Address, Listener> m_listeners;  //!< by device of this node
    std::map<Mac48Address, Ptr<NetDevice>> m_ways; //!< to sources
    uint64_t m_sent{0};                            //!< see GetSent
    uint64_t m_forwarded{0};                       //!< see GetForwarded
    uint64_t m_received{0};                        //!< see GetReceived
    burst::DropCounter m_drops;                    //!< see GetDrops
};

} // namespace ns3

#endif // L2_NOTIFICATION_CONGESTION_NOTIFIER_H
