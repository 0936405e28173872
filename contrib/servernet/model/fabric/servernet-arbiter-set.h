/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_ARBITER_SET_H
#define SERVERNET_ARBITER_SET_H

#include "ns3/ptr.h"
#include "ns3/servernet-engine.h"
#include "ns3/servernet-expected-load.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The arbiters of all outputs of routers in a network: made, given streams and traffic, and
 * handed to an engine.
 */
class ServerNetArbiterSet
{
  public:
    using Maker = std::function<Ptr<ServerNetArbiter>(uint32_t channel)>; //!< that of an output

    /** @param network whose outputs they are for @param make makes each of them */
    ServerNetArbiterSet(const ServerNetNetwork& network, const Maker& make);

    /** In order of channels. @param stream the first one @return the number of streams used */
    int64_t AssignStreams(int64_t stream);

    /** Tell what to expect, before the first choice. @param load of the network */
    void SetTraffic(const ServerNetExpectedLoad& load);

    /** Let them choose. @param engine of the network */
    void Connect(ServerNetEngine& engine) const;

  private:
    std::vector<Ptr<ServerNetArbiter>> m_arbiters; //!< by channel, null if it leaves a device
};

} // namespace ns3

#endif // SERVERNET_ARBITER_SET_H
