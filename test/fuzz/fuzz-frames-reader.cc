/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Bytes are either refused as a header of lossless-ethernet, which is then left as it was, or they
 * give one that fits into them and comes back as it is. Behind the bytes lie others, which must
 * make no difference. Seeds: test/fuzz/corpus/frames.
 */

#include "ns3/lossless-ethernet-mac-control-header.h"
#include "ns3/lossless-ethernet-mac-frame.h"
#include "ns3/lossless-ethernet-message-headers.h"
#include "ns3/lossless-ethernet-tag-headers.h"
#include "ns3/packet.h"

#include <cstdlib>
#include <sstream>
#include <vector>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

using Bytes = std::vector<uint8_t>;

void
Require(bool condition)
{
    if (!condition)
    {
        std::abort();
    }
}

Bytes
GetBytes(Ptr<const Packet> packet)
{
    Bytes bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return bytes;
}

Bytes
Serialize(const Header& header)
{
    auto packet = Create<Packet>();
    packet->AddHeader(header);
    return GetBytes(packet);
}

template <typename Kind>
void
Check(Ptr<const Packet> packet, Ptr<const Packet> other)
{
    Kind header;
    const auto before = Serialize(header);
    const uint32_t size = packet->PeekHeader(header);
    const auto bytes = Serialize(header);
    Kind again;
    Require(other->PeekHeader(again) == size && Serialize(again) == bytes);
    if (size == 0)
    {
        Require(bytes == before);
        return;
    }
    Require(size <= packet->GetSize() && size == bytes.size());
    Require(Create<Packet>(bytes.data(), size)->PeekHeader(again) == size);
    Require(Serialize(again) == bytes);
    std::ostringstream text;
    header.Print(text);
    Require(!text.str().empty());
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    // The same bytes, with different ones behind the end of the packet.
    const auto cut = [&](uint8_t behind) {
        Bytes bytes(data, data + size);
        bytes.resize(size + 100, behind);
        return Create<Packet>(bytes.data(), bytes.size())->CreateFragment(0, size);
    };
    const auto packet = cut(0x00);
    const auto other = cut(0x01);
    Check<MacControlHeader>(packet, other);
    Check<VlanTagHeader>(packet, other);
    Check<RateLimitedTagHeader>(packet, other);
    Check<CnTagHeader>(packet, other);
    Check<BcnMessageHeader>(packet, other);
    Check<CnmHeader>(packet, other);
    if (const auto frame = MacFrame::FromPacket(packet))
    {
        Require(size >= MacFrame::SHORTEST && GetBytes(frame->ToPacket()) == GetBytes(packet));
    }
    return 0;
}
