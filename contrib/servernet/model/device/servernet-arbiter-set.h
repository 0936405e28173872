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
 * @brief The arbiters of all router outputs of a network: creates the arbiters, sets their streams
 * and expected traffic, and connects them to an engine.
 */
class ServerNetArbiterSet
{
  public:
    using Maker = std::function<Ptr<ServerNetArbiter>(uint32_t channel)>; //!< creates the arbiter
                                                                          //!< of an output

    /** @param network with the router outputs @param make called for each output */
    ServerNetArbiterSet(const ServerNetNetwork& network, const Maker& make);

    /** Assign streams in the order of channels. @param stream first random stream to use
     * @return the number of streams used */
    int64_t AssignStreams(int64_t stream);

    /** Set the expected traffic of all arbiters, before the first choice. @param load expected */
    void SetTraffic(const ServerNetExpectedLoad& load);

    /** Make an engine use the arbiters. @param engine engine of the network */
    void Connect(ServerNetEngine& engine) const;

  private:
    std::vector<Ptr<ServerNetArbiter>> m_arbiters; //!< by channel, null if it leaves a device
};

} // namespace ns3

#endif // SERVERNET_ARBITER_SET_H
