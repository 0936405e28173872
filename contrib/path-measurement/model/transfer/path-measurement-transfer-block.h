/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_TRANSFER_BLOCK_H
#define PATH_MEASUREMENT_TRANSFER_BLOCK_H

#include "ns3/enum.h"
#include "ns3/event-id.h"
#include "ns3/header.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace ns3::measurement
{

/** @ingroup path-measurement @brief Where a file is. */
enum Storage : uint8_t
{
    STORAGE_MEMORY, //!< in memory, or /dev/null
    STORAGE_DISK,   //!< on the HostDisk
};

/** @ingroup path-measurement @return checker of an attribute of kind Storage */
inline Ptr<const AttributeChecker>
MakeStorageChecker()
{
    return MakeEnumChecker(STORAGE_MEMORY, "Memory", STORAGE_DISK, "Disk");
}

} // namespace ns3::measurement

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

namespace ns3::measurement
{

/**
 * @ingroup path-measurement
 * @brief A part of what is transferred.
 */
struct TransferBlock
{
    uint64_t offset{0};  //!< of its data in the file
    uint32_t data{0};    //!< bytes of the file
    uint32_t payload{0}; //!< bytes of them on the wire: fewer if they are compressed
    Ptr<Packet> header;  //!< before the payload, or null
    uint32_t stream{0};  //!< on which it came
};

/**
 * @ingroup path-measurement
 * @brief Stages of a host that each block passes one after another, while other blocks are in other
 * stages: a disk, a processor, a limit of the rate.
 */
class WorkLine
{
  public:
    /** What a stage does: @param block to work on @return when that is done, now or later, and not
     * before the previous one */
    using Stage = std::function<Time(const TransferBlock& block)>;
    using Done =
        std::function<void(const TransferBlock& block)>; //!< told of blocks that are through

    WorkLine() = default;
    WorkLine(const WorkLine&) = delete;            //!< events know this one
    WorkLine& operator=(const WorkLine&) = delete; //!< events know this one
    ~WorkLine();                                   //!< Stops.

    /** @param stages in their order
     * @param done told of each block that is through them */
    void Start(std::vector<Stage> stages, Done done);
    void Enter(const TransferBlock& block); //!< @param block that comes; it may be through at once
    uint32_t GetInside() const;             //!< @return blocks that are not through
    void Stop();                            //!< Forget all blocks.

  private:
    /** @param block that has passed the stages before
     * @param stage the next one
     * @param number of the block */
    void Go(const TransferBlock& block, uint32_t stage, uint64_t number);

    std::vector<Stage> m_stages;          //!< in their order
    Done m_done;                          //!< told
    uint64_t m_number{0};                 //!< of the next block
    std::map<uint64_t, EventId> m_inside; //!< by number of the block
};

} // namespace ns3::measurement

#endif // PATH_MEASUREMENT_TRANSFER_BLOCK_H
