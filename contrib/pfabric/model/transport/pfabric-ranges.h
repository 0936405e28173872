/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_RANGES_H
#define PFABRIC_RANGES_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>

namespace ns3
{

/** Bytes of a message, from one to before another. */
struct PFabricRange
{
    uint64_t begin{0}; //!< first byte
    uint64_t end{0};   //!< the byte behind the last one
};

/**
 * @ingroup pfabric
 * @brief A set of bytes of a message, as ranges that do not touch.
 */
class PFabricRanges
{
  public:
    /** @param range of bytes, not empty, that are in the set from now on @return how many were not
     */
    uint64_t Add(const PFabricRange& range);

    /** @param end all bytes before it leave the set */
    void RemoveBefore(uint64_t end);

    /** @param byte any @return the range that it is in, an empty one at that byte if it is in none
     */
    PFabricRange Find(uint64_t byte) const;

    /**
     * @param byte any
     * @param none returned if no range begins there or later
     * @return where the first range begins that begins at that byte or later
     */
    uint64_t GetNextBegin(uint64_t byte, uint64_t none) const;

    /** @return how many bytes are in the set */
    uint64_t GetSize() const
    {
        return m_size;
    }

  private:
    std::map<uint64_t, uint64_t> m_ends; //!< end of a range by its begin
    uint64_t m_size{0};                  //!< bytes in the set
};

/**
 * @ingroup pfabric
 * @brief The blocks of an acknowledgement: at most three ranges, in place.
 */
class PFabricBlocks
{
  public:
    static constexpr std::size_t MAX_BLOCKS = 3; //!< as in ns-2

    PFabricBlocks() = default;

    /** @param blocks of which the first ones are taken, as many as there is room for */
    PFabricBlocks(std::initializer_list<PFabricRange> blocks)
    {
        for (const PFabricRange& block : blocks)
        {
            Add(block);
        }
    }

    /** @param block behind the others, which is left out if there is no room */
    void Add(const PFabricRange& block)
    {
        if (m_count < MAX_BLOCKS)
        {
            m_blocks[m_count++] = block;
        }
    }

    /** @return how many there are */
    std::size_t GetN() const
    {
        return m_count;
    }

    /** @param index of a block @return it */
    const PFabricRange& Get(std::size_t index) const
    {
        return m_blocks[index];
    }

    /** @return the first block, for loops */
    const PFabricRange* begin() const
    {
        return m_blocks.data();
    }

    /** @return behind the last block, for loops */
    const PFabricRange* end() const
    {
        return m_blocks.data() + m_count;
    }

  private:
    std::array<PFabricRange, MAX_BLOCKS> m_blocks; //!< the first m_count of them
    std::size_t m_count{0};                        //!< how many there are
};

} // namespace ns3

#endif // PFABRIC_RANGES_H
