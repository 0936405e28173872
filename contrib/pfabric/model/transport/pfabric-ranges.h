/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_RANGES_H
#define PFABRIC_RANGES_H

#include <cstdint>
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

    /** @param byte any @param none said if no range begins there or later @return where the first
     * range begins that begins at that byte or later */
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

} // namespace ns3

#endif // PFABRIC_RANGES_H
