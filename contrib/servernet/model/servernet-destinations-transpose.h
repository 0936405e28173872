/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_DESTINATIONS_TRANSPOSE_H
#define SERVERNET_DESTINATIONS_TRANSPOSE_H

#include "servernet-destinations.h"

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Pattern T: only to other subtrees.
 *
 * Of Q subtrees with L CPUs each, CPU l of subtree q sends to the transpose of its place in the
 * matrix of Q rows and L columns, the CPU number l Q + q of all; if that is in its own subtree, to
 * CPU l of subtree (q + Q/2) mod Q. An I/O device sends to all CPUs of other subtrees with the same
 * probability.
 */
class ServerNetTransposeDestinations : public ServerNetDestinations
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoSetTopology() override;
    uint32_t DoDraw(uint32_t source, StreamRandom& random) const override;
    double DoGetProbability(uint32_t source, uint32_t destination) const override;

    std::vector<uint32_t> m_destination; //!< by device, of CPUs
};

} // namespace ns3

#endif // SERVERNET_DESTINATIONS_TRANSPOSE_H
