/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_OUTGOING_H
#define PFABRIC_OUTGOING_H

#include "pfabric-header.h"
#include "pfabric-sender.h"

#include "ns3/event-impl.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/pfabric-rank.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/** @ingroup pfabric @brief A message, as in the traces of PFabricL4Protocol at both ends. */
struct PFabricMessageRecord
{
    InetSocketAddress source;      //!< of the message
    InetSocketAddress destination; //!< of the message
    uint32_t message;              //!< number, of those from that source
    uint64_t size;                 //!< bytes
    Time start;                    //!< when it was given to the transport
};

/** @ingroup pfabric @brief Who listens to what happens to the messages that a host sends. */
struct PFabricMessageTraces
{
    TracedCallback<const PFabricMessageRecord&, double, double> window; //!< Window
    TracedCallback<const PFabricMessageRecord&, uint32_t> timeOut;      //!< RetransmissionTimeOut
    TracedCallback<const PFabricMessageRecord&, bool> probing;          //!< Probing
    TracedCallback<const PFabricMessageRecord&, uint32_t, uint32_t> priority; //!< Priority
};

class PFabricSocket;

/**
 * @ingroup pfabric
 * @brief A message that is sent: the law of the sender with content, timer and priorities.
 *
 * Thousands may wait at a time, and their time-outs are most of what happens then. So a message is
 * the event of its own timer, and what a time-out needs is in one piece of memory.
 */
class PFabricOutgoing final : public EventImpl
{
  public:
    /** Where a message goes. */
    struct Way
    {
        uint32_t number{0};          //!< of the message
        Ipv4Address source;          //!< address
        Ipv4Address destination;     //!< address
        uint16_t sourcePort{0};      //!< of the socket
        uint16_t destinationPort{0}; //!< of the socket there
        uint8_t tos{0};              //!< octet of IP
    };

    /** What is the same for all messages of a host. */
    struct Transport
    {
        PFabricSender::Parameters sender;            //!< numbers of the law
        Time timeOut;                                //!< constant
        Ptr<const PFabricRank> rank;                 //!< priorities
        const PFabricMessageTraces* traces{nullptr}; //!< of the host
    };

    /** Gives up a message. */
    struct Release
    {
        /** @param message whose timer ends */
        void operator()(PFabricOutgoing* message) const
        {
            message->Cancel();
            message->Unref(); // the simulator may know it until the timer would have been due
        }
    };

    using Owner = std::unique_ptr<PFabricOutgoing, Release>; //!< the socket has one

    /**
     * @param transport what is the same for all
     * @param socket sends packets
     * @param way where to
     * @param content of the message, not empty
     * @param deadline when it has to be acknowledged, 0: none
     */
    PFabricOutgoing(const Transport& transport,
                    PFabricSocket& socket,
                    const Way& way,
                    Ptr<const Packet> content,
                    Time deadline);

    PFabricOutgoing(const PFabricOutgoing&) = delete;
    PFabricOutgoing& operator=(const PFabricOutgoing&) = delete;

    void Send(); //!< Send what may be sent.

    /** @param acknowledgement an acknowledgement that has come @return whether the whole message is
     * acknowledged */
    bool Acknowledge(const PFabricAcknowledgement& acknowledgement);

    /** @return what is known of the message */
    const PFabricMessageState& GetState() const
    {
        return m_state;
    }

    PFabricMessageRecord GetRecord() const; //!< @return it, for traces

    /** @return where it goes */
    const Way& GetWay() const
    {
        return m_way;
    }

  private:
    void Notify() override; //!< The timer is due, unless it began again in between.
    void StartTimer();      //!< The time-out begins again.
    /**
     * Tell what is different now.
     * @param window it was
     * @param probing whether it did
     */
    void NotifyChanges(double window, bool probing) const;
    /** @param delay after which the timer is due; one event, however often it begins again */
    void Schedule(Time delay);

    bool m_pending{false};                //!< the timer is due some time
    Time m_expires;                       //!< when the time-out is over
    const Time m_timeOut;                 //!< constant
    PFabricSocket& m_socket;              //!< sends packets
    const PFabricMessageTraces& m_traces; //!< of the host
    const Ptr<const PFabricRank> m_rank;  //!< priorities
    const Way m_way;                      //!< where the message goes
    Ptr<const Packet> m_content;          //!< of the message
    PFabricMessageState m_state;          //!< for the rank
    PFabricSender m_sender;               //!< law
    uint32_t m_priority{0};               //!< of the packets that were sent last
};

} // namespace ns3

#endif // PFABRIC_OUTGOING_H
