/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QBSS_FAIR_TAGS_H
#define QBSS_FAIR_TAGS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup qbss
 * @brief The law of self-clocked fair queueing (S. J. Golestani, INFOCOM 1994): which class sends.
 *
 * The first packet of a class has the finish tag max(v, tag of the packet before) + length /
 * weight, the lowest tag is sent, and it becomes v. Here v is always 0: when a packet is sent its
 * tag is taken off all others. A class without a tag then gets length / weight, whether it sent
 * last or had nothing to send, so that nothing older has to be kept. Tags are whole numbers, in
 * parts of a byte that the least common multiple of the weights makes whole: nothing is rounded,
 * and nothing grows with time.
 */
class QbssFairTags
{
  public:
    /** @param weights of the classes, above 0; std::invalid_argument if they are not */
    explicit QbssFairTags(const std::vector<uint32_t>& weights);

    /**
     * Send a packet.
     * @param heads bytes of the first packet of each class, 0 for one that may not send; not all 0.
     * It stays the same until it is sent or may not be sent.
     * @return class whose packet is sent; of equal tags the last class
     */
    std::size_t Serve(const std::vector<uint32_t>& heads);

  private:
    std::vector<uint64_t> m_costs; //!< tag of a byte, by class
    std::vector<uint64_t> m_tags;  //!< of first packets, by class
};

} // namespace ns3

#endif // QBSS_FAIR_TAGS_H
