/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_BLOCK_HEADER_H
#define PATH_MEASUREMENT_BLOCK_HEADER_H

#include "ns3/header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief What a copy sends before each block. A block without data is a message of the handshake.
 *
 * The receiver answers each block by SIZE bytes on the same stream.
 */
class BlockHeader : public Header
{
  public:
    static constexpr uint32_t SIZE = 16; //!< bytes

    static TypeId GetTypeId(); //!< @return the TypeId

    TypeId GetInstanceTypeId() const override;
    void Print(std::ostream& os) const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;

    uint64_t offset{0};  //!< of the data in the file
    uint32_t data{0};    //!< bytes of the file
    uint32_t payload{0}; //!< bytes behind the header
};

} // namespace ns3

#endif // PATH_MEASUREMENT_BLOCK_HEADER_H
