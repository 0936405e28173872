/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_QBSS_MEDIA_H
#define PATH_MEASUREMENT_QBSS_MEDIA_H

#include "ns3/address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/seq-ts-size-header.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/**
 * Calls of one kind over UDP from a host to another one, by OnOffApplication and PacketSink, and
 * what came of them.
 */
class QbssMedia
{
  public:
    /** A kind of calls: packets at a rate while it is on. */
    struct Kind
    {
        const char* name; //!< of it
        uint32_t bytes;   //!< of data of a packet
        uint64_t rate;    //!< bit/s of data while it is on
        const char* on;   //!< random variable, s
        const char* off;  //!< random variable, s
        Time period;      //!< within which calls begin
        uint16_t port;    //!< of the receiver
    };

    static const std::vector<Kind> KINDS; //!< voice and video

    /** What came from some time on. */
    struct Outcome
    {
        uint64_t packets{0};        //!< that came
        uint64_t lost{0};           //!< gaps in the numbers of those that came
        std::vector<double> delays; //!< ms, ascending
        double jitter{0}; //!< ms, mean change of the delay from packet to packet of a call
    };

    /** @param kind of KINDS @param sender host @param receiver host @param dscp code point @param
     * calls how many @param from when what is sent counts @param stream first random stream */
    QbssMedia(const Kind& kind,
              Ptr<Node> sender,
              Ptr<Node> receiver,
              uint8_t dscp,
              uint32_t calls,
              Time from,
              int64_t stream);
    QbssMedia(const QbssMedia&) = delete;            //!< traces know this one
    QbssMedia& operator=(const QbssMedia&) = delete; //!< traces know this one

    const Kind& GetKind() const; //!< @return of the calls
    int64_t GetStreams() const;  //!< @return random streams that are used
    Outcome GetOutcome() const;  //!< @return of all calls

  private:
    /** Packets of a call that count. */
    struct Call
    {
        uint32_t first{0};   //!< number
        uint32_t last{0};    //!< number
        uint64_t packets{0}; //!< that came
        Time delay;          //!< of the last one
    };

    /** @param packet that came @param from whom @param to whom @param header of it */
    void Receive(Ptr<const Packet> packet,
                 const Address& from,
                 const Address& to,
                 const SeqTsSizeHeader& header);

    Kind m_kind;                     //!< see GetKind
    Time m_from;                     //!< when what is sent counts
    int64_t m_streams{0};            //!< see GetStreams
    std::map<Address, Call> m_calls; //!< by sender
    std::vector<double> m_delays;    //!< ms
    double m_changes{0};             //!< ms, sum
};

} // namespace ns3

#endif // PATH_MEASUREMENT_QBSS_MEDIA_H
