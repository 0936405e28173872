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
 * @brief Expected load of each channel as long as no channel is saturated: the sum over all pairs
 * of devices, weighted with the probabilities of a destination pattern.
 *
 * The unit is flits per transaction of every device. Multiplied with the requests per device and
 * tick, a load is in flits per tick; a channel with a load of 1 or more is saturated.
 */
class ServerNetExpectedLoad
{
  public:
    /** A read has 16 + 76 flits, a write 80 + 12; this is the mean of both. */
    static constexpr double REQUEST_FLITS = 48;
    static constexpr double RESPONSE_FLITS = 44; //!< as REQUEST_FLITS

    /**
     * @param network the channels and paths
     * @param pattern destinations of requests, with as many devices as the network
     *        (std::invalid_argument)
     * @param requestFlits mean length of a request
     * @param responseFlits mean length of a response
     */
    ServerNetExpectedLoad(const ServerNetNetwork& network,
                          const DestinationPattern& pattern,
                          double requestFlits = REQUEST_FLITS,
                          double responseFlits = RESPONSE_FLITS);

    /** @return load by channel */
    const std::vector<double>& GetChannels() const;

    /**
     * @param channel a channel that leaves a router
     * @return load of the channel by input port of the router, for ServerNetArbiter::SetTraffic
     */
    std::vector<double> GetInputs(uint32_t channel) const;

    /** @return requests per device and tick at which the busiest channel is full */
    double GetSaturation() const;

    /** @return mean two-way time in ticks in an empty network, if devices answer at once */
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
