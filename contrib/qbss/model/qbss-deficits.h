/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QBSS_DEFICITS_H
#define QBSS_DEFICITS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup qbss
 * @brief The law of deficit round robin (M. Shreedhar, G. Varghese, SIGCOMM 1995): which class
 * sends.
 *
 * The turn goes round. A class with packets gets a quantum when the turn comes to it, and sends
 * while its deficit covers its first packet; one without packets has no deficit. Quanta are in
 * proportion to the weights. Deficits are whole numbers, in parts of a byte, so that no quantum is
 * rounded.
 */
class QbssDeficits
{
  public:
    /**
     * @param weights of the classes, above 0
     * @param quantum bytes of a class whose weight is the reference, above 0
     * @param reference a weight, above 0: the largest gives short rounds, the smallest long ones.
     * std::invalid_argument if one of them is 0
     */
    QbssDeficits(const std::vector<uint32_t>& weights, uint32_t quantum, uint32_t reference);

    /**
     * Send a packet.
     * @param heads bytes of the first packet of each class, 0 for one that may not send; not all 0
     * @return class whose packet is sent
     */
    std::size_t Serve(const std::vector<uint32_t>& heads);

  private:
    std::vector<uint64_t> m_quanta;   //!< by class
    uint64_t m_cost;                  //!< deficit that a byte takes
    std::vector<uint64_t> m_deficits; //!< by class
    std::size_t m_turn{0};            //!< whose turn it is
    bool m_given{false};              //!< whether that class got its quantum
};

} // namespace ns3

#endif // QBSS_DEFICITS_H
