/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_PING_SERIES_H
#define PATH_MEASUREMENT_PING_SERIES_H

#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-ping.h"

#include <cstdint>
#include <functional>
#include <string>

namespace ns3
{

/** Pings from a host to another host for a given time, and their statistics. */
class PingSeries
{
  public:
    /** When pings are sent. */
    struct Settings
    {
        Time interval; //!< between requests
        Time wait;     //!< for a reply; without it a request is lost
        Time begin;    //!< of the first request
        Time end;      //!< until which also the last request has been waited for
        uint8_t dscp;  //!< code point of requests and replies
    };

    using Write = std::function<void(const std::string& name, double value, const char* unit)>;

    /** @param settings of the series; std::invalid_argument that names PingInterval if they do not
     * give 2 to 60,000 requests @param from host that sends @param to the other one */
    PingSeries(const Settings& settings, Ptr<Node> from, Ipv4Address to);

    /** Write sent, loss, and, where replies came, mean, deviation, p99 and most in ms.
     * @param write called for each of them */
    void Report(const Write& write) const;

    /** @return the probe, for its traces */
    Ptr<PingProbe> GetProbe() const;

  private:
    Ptr<PingProbe> m_probe; //!< that sends
};

} // namespace ns3

#endif // PATH_MEASUREMENT_PING_SERIES_H
