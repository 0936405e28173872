/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_FRAME_H
#define PFABRIC_FRAME_H

#include "ns3/event-impl.h"
#include "ns3/ipv4-header.h"
#include "ns3/packet.h"
#include "ns3/pfabric-header.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

class PFabricNetDevice;

/**
 * @ingroup pfabric
 * @brief An IPv4 packet on its way through a data centre, with what ports and switches read of it.
 *
 * Neither headers nor tags are read at a hop, and no event is made: a frame is the event of its own
 * arrival. Either it wraps an IP packet that a node with Ipv4L3Protocol has sent, or it is of a
 * transport over a PFabricLeanIp, pFabric or TCP, and its bytes are made when a trace, a capture or
 * a node with Ipv4L3Protocol needs them.
 */
class PFabricFrame final : public EventImpl
{
  public:
    static constexpr uint32_t IP_BYTES = 20; //!< of a header of IP, without options

    // What a hop needs comes first, and so is in one line of the cache.
    uint8_t tos{0};                //!< octet of IP
    bool segment{false};           //!< packet is a TCP segment
    bool acknowledgement{false};   //!< of the pFabric transport, without data
    uint32_t size{0};              //!< bytes of the IP packet
    uint32_t priority{0};          //!< 0 is the highest
    uint64_t flow{0};              //!< whose order is kept
    uint64_t way{0};               //!< of PFabricForwarding::GetFlow, for Spreading=Flow
    uint32_t source{0};            //!< address
    uint32_t destination{0};       //!< address
    PFabricNetDevice* to{nullptr}; //!< that receives the frame
    Ptr<Packet> packet;            //!< IP packet that is wrapped, or TCP segment, or null
    Ptr<const Packet> message;     //!< that the data are of, if nothing is wrapped
    PFabricHeader header;          //!< of the transport, if nothing is wrapped

    /**
     * @param packet IP packet
     * @param defaultPriority of one without a PFabricTag
     * @return the frame that wraps it; null if it is no IPv4 packet
     */
    static Ptr<PFabricFrame> Wrap(Ptr<Packet> packet, uint32_t defaultPriority);

    /**
     * @param segment of TCP
     * @param source address
     * @param destination address
     * @param defaultPriority of one without a PFabricTag
     * @return the frame of it, which takes the octet of IP off the segment
     */
    static Ptr<PFabricFrame> MakeOfSegment(Ptr<Packet> segment,
                                           Ipv4Address source,
                                           Ipv4Address destination,
                                           uint32_t defaultPriority);

    /** @return the IP packet, with its PFabricTag if it is of the pFabric transport */
    Ptr<Packet> GetPacket() const;

    /** @return bytes of the message, if nothing is wrapped */
    uint32_t GetDataBytes() const
    {
        return size - IP_BYTES - header.GetSerializedSize();
    }

    /** @return what comes after the header of IP, if no IP packet is wrapped, with its PFabricTag
     */
    Ptr<Packet> GetSegment() const;

    /** @return of a frame that wraps no IP packet: its header */
    Ipv4Header GetIpHeader() const;

    /** Congestion was experienced. @return whether that is said now: the transport is capable of
     * ECN, and no port has said so before */
    bool Mark();

    /** @param bytes of a frame @return memory, that of the frame that went last if there is such */
    static void* operator new(std::size_t bytes);
    /** @param frame memory, for the frames to come */
    static void operator delete(void* frame);

  private:
    void Notify() override;
};

} // namespace ns3

#endif // PFABRIC_FRAME_H
