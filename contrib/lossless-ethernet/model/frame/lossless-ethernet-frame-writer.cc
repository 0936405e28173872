/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-frame-writer.h"

#include "lossless-ethernet-mac-control-header.h"
#include "lossless-ethernet-mac-frame.h"
#include "lossless-ethernet-message-headers.h"
#include "lossless-ethernet-tag-headers.h"

#include "ns3/ethernet-header.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ns3
{

namespace
{

constexpr uint32_t ADDRESSES = 12; //!< bytes of both
/** Bytes of the sampled frame in a CNM, with which the message fills the shortest frame. */
constexpr uint32_t CNM_DATA = lossless::MacFrame::SHORTEST - lossless::MacFrame::OVERHEAD -
                              VlanTagHeader::SIZE - CnmHeader::SIZE;

/** @param bytes any number @return what fits into the fields of BCN */
int32_t
Limit(int64_t bytes)
{
    using Limits = std::numeric_limits<int32_t>;
    return static_cast<int32_t>(std::clamp<int64_t>(bytes, Limits::min(), Limits::max()));
}

/** Put a tag with a priority in front. @param frame that gets it @param priority of it */
void
AddPriority(lossless::MacFrame& frame, uint8_t priority)
{
    frame.payload->AddHeader(VlanTagHeader(priority, frame.etherType));
    frame.etherType = VlanTagHeader::ETHER_TYPE;
}

} // namespace

Ptr<Packet>
LosslessFrameWriter::WriteData(const LosslessFrame& frame,
                               const Ends& ends,
                               Ptr<const Packet> packet)
{
    lossless::MacFrame bytes{ends.destination, ends.source, COUNTED, nullptr};
    const uint32_t front = lossless::MacFrame::OVERHEAD +
                           (frame.tag != 0 ? RateLimitedTagHeader::SIZE : 0) +
                           (frame.priority != 0 ? VlanTagHeader::SIZE : 0);
    if (packet)
    {
        bytes.payload = packet->Copy();
        EthernetHeader header(false);
        bytes.payload->RemoveHeader(header);
        bytes.destination = header.GetDestination();
        bytes.source = header.GetSource();
        bytes.etherType = header.GetLengthType();
        if (bytes.payload->GetSize() == 0)
        {
            // Headers of the copies of an empty packet disturb each other when they are printed.
            bytes.payload->AddAtEnd(Create<Packet>(lossless::MacFrame::SHORTEST - front));
        }
    }
    else
    {
        bytes.payload = Create<Packet>(frame.bytes > front ? frame.bytes - front : 0);
    }
    if (frame.tag != 0)
    {
        bytes.payload->AddHeader(RateLimitedTagHeader(frame.tag, bytes.etherType));
        bytes.etherType = RateLimitedTagHeader::ETHER_TYPE;
    }
    if (frame.priority != 0)
    {
        AddPriority(bytes, frame.priority);
    }
    return bytes.ToPacket();
}

Ptr<Packet>
LosslessFrameWriter::WriteControl(const LosslessFrame& frame,
                                  const Mac48Address& source,
                                  bool byPriority)
{
    lossless::MacFrame bytes{MacControlHeader::GetDestination(),
                             source,
                             MacControlHeader::ETHER_TYPE,
                             Create<Packet>()};
    const auto quanta = static_cast<uint16_t>(frame.tag);
    const auto priorities = static_cast<uint8_t>(frame.content);
    if (!byPriority)
    {
        bytes.payload->AddHeader(MacControlHeader(quanta));
    }
    else
    {
        std::array<uint16_t, MacControlHeader::PRIORITIES> each;
        each.fill(quanta);
        bytes.payload->AddHeader(MacControlHeader(priorities, each));
    }
    return bytes.ToPacket();
}

Ptr<Packet>
LosslessFrameWriter::WriteMessage(const LosslessFrame& frame,
                                  const Ends& ends,
                                  const lossless::CongestionMessage& message,
                                  const LosslessFrame& sampled,
                                  const Ends& sampledEnds)
{
    lossless::MacFrame bytes{ends.destination,
                             ends.source,
                             BcnMessageHeader::ETHER_TYPE,
                             Create<Packet>()};
    if (message.kind == lossless::CongestionMessage::QUANTIZED)
    {
        LosslessFrame untagged = sampled;
        untagged.priority = 0;
        const auto data = WriteData(untagged, sampledEnds, nullptr);
        data->RemoveAtStart(ADDRESSES);
        bytes.etherType = CnmHeader::ETHER_TYPE;
        CnmHeader cnm(message.congestionPoint, message.quantized, -message.offset, message.delta);
        cnm.SetSampledFrame(sampled.priority,
                            sampledEnds.destination,
                            data->CreateFragment(0, CNM_DATA));
        bytes.payload->AddHeader(cnm);
    }
    else
    {
        uint8_t flags = BcnMessageHeader::NO_FLAGS;
        if (message.kind == lossless::CongestionMessage::MAXIMUM)
        {
            flags = BcnMessageHeader::MILD;
        }
        else if (message.kind == lossless::CongestionMessage::STOP)
        {
            flags = BcnMessageHeader::SEVERE;
        }
        BcnMessageHeader bcn(message.congestionPoint,
                             Limit(message.offset),
                             Limit(message.delta),
                             flags);
        bcn.SetSampledFrame(WriteData(sampled, sampledEnds, nullptr));
        bytes.payload->AddHeader(bcn);
    }
    AddPriority(bytes, frame.priority);
    return bytes.ToPacket();
}

} // namespace ns3
