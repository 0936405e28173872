/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_RECEIVER_H
#define PFABRIC_RECEIVER_H

#include "pfabric-blocks.h"
#include "pfabric-ranges.h"

#include <cstdint>

namespace ns3
{

/** @ingroup pfabric @brief What a receiver of pFabric says of a message. */
struct PFabricAcknowledgement
{
    uint64_t cumulative{0}; //!< bytes from the first one on that came without a gap
    PFabricBlocks blocks;   //!< others that came: that of the last packet, then those that were
                            //!< said most recently (RFC 2018, section 4)
};

/**
 * @ingroup pfabric
 * @brief The law of the receiver of a message: each data packet is acknowledged at once.
 */
class PFabricReceiver
{
  public:
    /** A data packet has come. @param range its bytes, at least one @return how many of them had
     * not come before */
    uint64_t Receive(const PFabricRange& range);

    /** @return what is said of the last data packet */
    const PFabricAcknowledgement& GetAcknowledgement() const
    {
        return m_said;
    }

    /** @return bytes that came, each counted once */
    uint64_t GetReceived() const
    {
        return m_said.cumulative + m_ranges.GetSize();
    }

  private:
    /** @param block that is said, as it is now, if there is such a one, it is not said yet and
     * there is room */
    void Say(const PFabricRange& block);

    PFabricRanges m_ranges;        //!< what came behind a gap
    PFabricAcknowledgement m_said; //!< see GetAcknowledgement
};

} // namespace ns3

#endif // PFABRIC_RECEIVER_H
