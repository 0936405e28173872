/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_EXPECTED_LOAD_H
#define SERVERNET_EXPECTED_LOAD_H

#include "servernet-network.h"

#include "ns3/burst-traffic-destination.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief What channels carry on average, as long as none is saturated: the sum over all pairs of
 * devices of the probability of their transactions.
 *
 * All numbers are flits for one transaction begun by every device; times the requests per device
 * and tick they are flits per tick, and a channel that would carry one or more is saturated.
 */
class ServerNetExpectedLoad
{
  public:
    /** A read has 16 + 76 flits, a write 80 + 12; this is the mean of both. */
    static constexpr double REQUEST_FLITS = 48;
    static constexpr double RESPONSE_FLITS = 44; //!< as REQUEST_FLITS

    /**
     * @param network the channels and paths
     * @param pattern where devices send requests to; std::invalid_argument if its number of devices
     *        is not that of the network
     * @param requestFlits mean length of a request
     * @param responseFlits mean length of a response
     */
    ServerNetExpectedLoad(const ServerNetNetwork& network,
                          const DestinationPattern& pattern,
                          double requestFlits = REQUEST_FLITS,
                          double responseFlits = RESPONSE_FLITS);

    /** @return flits by channel */
    const std::vector<double>& GetChannels() const;

    /**
     * @param channel a channel that leaves a router
     * @return its flits by the port of the router they come from, for ServerNetArbiter::SetTraffic
     */
    std::vector<double> GetInputs(uint32_t channel) const;

    /** @return requests per device and tick at which the busiest channel is full */
    double GetSaturation() const;

    /** @return mean ticks from a request to its response, if nothing else moves and devices answer
     * at once */
    double GetEmptyTwoWay() const;

  private:
    using Inputs = std::array<double, ServerNetNetwork::ROUTER_PORTS>; //!< flits by port

    /** @param network the paths @param from a device @param to another @param flits on that way */
    void AddPath(const ServerNetNetwork& network, uint32_t from, uint32_t to, double flits);

    std::vector<double> m_channels; //!< by channel
    std::vector<Inputs> m_inputs;   //!< by channel
    double m_emptyTwoWay{0};        //!< see GetEmptyTwoWay
};

} // namespace ns3

#endif // SERVERNET_EXPECTED_LOAD_H
