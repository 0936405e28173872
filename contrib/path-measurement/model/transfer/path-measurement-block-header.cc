/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-block-header.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BlockHeader);

TypeId
BlockHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BlockHeader")
                            .SetParent<Header>()
                            .SetGroupName("PathMeasurement")
                            .AddConstructor<BlockHeader>();
    return tid;
}

TypeId
BlockHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

void
BlockHeader::Print(std::ostream& os) const
{
    os << "offset " << offset << " data " << data << " payload " << payload;
}

uint32_t
BlockHeader::GetSerializedSize() const
{
    return SIZE;
}

void
BlockHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteHtonU64(offset);
    start.WriteHtonU32(data);
    start.WriteHtonU32(payload);
}

uint32_t
BlockHeader::Deserialize(Buffer::Iterator start)
{
    offset = start.ReadNtohU64();
    data = start.ReadNtohU32();
    payload = start.ReadNtohU32();
    return SIZE;
}

} // namespace ns3
