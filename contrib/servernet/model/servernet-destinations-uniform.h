/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_DESTINATIONS_UNIFORM_H
#define SERVERNET_DESTINATIONS_UNIFORM_H

#include "servernet-destinations.h"

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Pattern U: a CPU sends to all other devices with the same probability, an I/O device to
 * all CPUs.
 */
class ServerNetUniformDestinations : public ServerNetDestinations
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    uint32_t DoDraw(uint32_t source, StreamRandom& random) const override;
    double DoGetProbability(uint32_t source, uint32_t destination) const override;
};

} // namespace ns3

#endif // SERVERNET_DESTINATIONS_UNIFORM_H
