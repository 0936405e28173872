/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_PING_H
#define PATH_MEASUREMENT_PING_H

#include "path-measurement-icmp-socket.h"
#include "path-measurement-round-trips.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-probe.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief ping: a sample of ICMP echo requests, and the metrics of PingER of it.
 *
 * A sample of PingER is 10 pings of 100 bytes, one a second, each waited for 20 s, after a first
 * one that is not counted (SLAC's pages on PingER). A sample without any reply is UNREACHABLE. The
 * result has sent, received, loss, duplicates, reordered and, where there are enough replies,
 * rtt_min, rtt_mean, rtt_max, rtt_deviation, rtt_iqr, ipdv_iqr, ipdv_mean in seconds and
 * conditional_loss.
 */
class PingProbe : public MeasurementProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    Time GetExpectedDuration(double rate, Time roundTrip) const override;
    double GetExpectedBytes(double rate) const override;

    const measurement::RoundTrips& GetRoundTrips()
        const; //!< @return of the sample, in seconds, so far

    /** @param sequence of a request from 0, not counted ones first
     * @param time until its reply */
    typedef void (*RttTracedCallback)(uint16_t sequence, Time time);

  private:
    void DoStart() override;
    void DoStop() override;

    void Send();                                                 //!< Send the next request.
    void Receive(const measurement::IcmpSocket::Answer& answer); //!< @param answer to a request
    void Conclude();                                             //!< Nothing more is waited for.

    uint32_t m_count;   //!< attribute Count
    uint32_t m_discard; //!< attribute Discard
    uint32_t m_size;    //!< attribute Size
    Time m_interval;    //!< attribute Interval
    Time m_wait;        //!< attribute Wait

    measurement::IcmpSocket m_socket;     //!< to the remote host
    measurement::RoundTrips m_roundTrips; //!< of the requests that count
    std::vector<Time> m_sent;             //!< when each request was sent
    EventId m_next;                       //!< the next request, or the end of waiting
    EventId m_last;                       //!< the reply that ends the sample

    TracedCallback<uint16_t, Time> m_rttTrace; //!< trace source Rtt
};

} // namespace ns3

#endif // PATH_MEASUREMENT_PING_H
