/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_OUTGOING_H
#define PFABRIC_OUTGOING_H

#include "pfabric-header.h"
#include "pfabric-sender.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/pfabric-rank.h"

#include <cstdint>
#include <functional>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief A message that is sent: the law of the sender with content, timer and priorities.
 */
class PFabricOutgoing
{
  public:
    /** Sends a packet. @param message whose bytes it has @param range which @param header without
     * ports and number */
    using Sink = std::function<
        void(Ptr<const Packet> message, const PFabricRange& range, PFabricHeader& header)>;

    /** What is the same for all messages of a host. */
    struct Transport
    {
        PFabricSender::Parameters sender; //!< numbers of the law
        Time timeOut;                     //!< constant
        Ptr<const PFabricRank> rank;      //!< priorities
    };

    /** @param transport what is the same for all @param content of the message, not empty
     * @param deadline when it has to be acknowledged, 0: none @param sink sends packets */
    PFabricOutgoing(const Transport& transport,
                    Ptr<const Packet> content,
                    Time deadline,
                    Sink sink);
    ~PFabricOutgoing();

    PFabricOutgoing(const PFabricOutgoing&) = delete;
    PFabricOutgoing& operator=(const PFabricOutgoing&) = delete;

    void Send(); //!< Send what may be sent.

    /** @param said an acknowledgement that has come @return whether the whole message is
     * acknowledged */
    bool Acknowledge(const PFabricAcknowledgement& said);

    /** @return what is known of the message */
    const PFabricMessageState& GetState() const
    {
        return m_state;
    }

  private:
    void StartTimer(); //!< The time-out begins again.
    void Expire();     //!< The timer is due, unless it began again in between.

    const Time m_timeOut;                //!< constant
    const Ptr<const PFabricRank> m_rank; //!< priorities
    PFabricSender m_sender;              //!< law
    PFabricMessageState m_state;         //!< for the rank
    Ptr<const Packet> m_content;         //!< of the message
    Sink m_sink;                         //!< sends packets
    EventId m_timer;                     //!< Expire; one, however often the time-out begins again
    Time m_expires;                      //!< when the time-out is over
};

} // namespace ns3

#endif // PFABRIC_OUTGOING_H
