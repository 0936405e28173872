/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_FRAME_WRITER_H
#define LOSSLESS_ETHERNET_FRAME_WRITER_H

#include "ns3/lossless-ethernet-congestion-message.h"
#include "ns3/lossless-ethernet-frame.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * Makes the bytes of frames, as they are on the wire and in a pcap file.
 *
 * A priority other than 0 becomes a VLAN tag, the congestion point of a rate limiter a tag of BCN.
 * A frame that is counted and carries no packet has zeros behind the EtherType 0x88B6, which is
 * for local experiments, and its length with all tags; the tags of a packet are added to it.
 */
class LosslessFrameWriter
{
  public:
    static constexpr uint16_t COUNTED = 0x88b6; //!< EtherType of a frame without a packet

    /** Addresses in a frame. */
    struct Ends
    {
        Mac48Address destination; //!< who is to receive it
        Mac48Address source;      //!< who sends it
    };

    /** @param frame of data @param ends of it, where it carries no packet
     * @param packet that it carries, with its Ethernet header, or null @return the bytes */
    static Ptr<Packet> WriteData(const LosslessFrame& frame,
                                 const Ends& ends,
                                 Ptr<const Packet> packet);

    /** @param frame of MAC control @param source address of the port that sends it
     * @param byPriority whether it pauses priorities: PFC, else PAUSE @return the bytes */
    static Ptr<Packet> WriteControl(const LosslessFrame& frame,
                                    const Mac48Address& source,
                                    bool byPriority);

    /**
     * @param frame of a congestion point
     * @param ends of it
     * @param message that it carries
     * @param sampled frame it is about, of which its bytes show addresses and priority alone
     * @param sampledEnds of that
     * @return the bytes, 64: BCN, or the CNM of QCN
     */
    static Ptr<Packet> WriteMessage(const LosslessFrame& frame,
                                    const Ends& ends,
                                    const lossless::CongestionMessage& message,
                                    const LosslessFrame& sampled,
                                    const Ends& sampledEnds);
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_FRAME_WRITER_H
