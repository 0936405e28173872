/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_BLOCKS_H
#define PFABRIC_BLOCKS_H

#include "pfabric-ranges.h"

#include <array>
#include <cstddef>
#include <initializer_list>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief The blocks of an acknowledgement: at most three ranges, in place.
 */
class PFabricBlocks
{
  public:
    static constexpr std::size_t MOST = 3; //!< as in ns-2

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
        if (m_count < MOST)
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
    std::array<PFabricRange, MOST> m_blocks; //!< the first m_count of them
    std::size_t m_count{0};                  //!< how many there are
};

} // namespace ns3

#endif // PFABRIC_BLOCKS_H
