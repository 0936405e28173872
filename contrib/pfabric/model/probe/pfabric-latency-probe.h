/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_LATENCY_PROBE_H
#define PFABRIC_LATENCY_PROBE_H

#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/pfabric-frame.h"
#include "ns3/pfabric-net-device.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief Follows packets hop by hop, and records the packets that delayed them.
 *
 * Packets with the code point Dscp that are at least MinSize bytes long are followed, from the host
 * that sends them on; of those with the same source and destination the first one, others count as
 * copies of it. No packet is changed for that. Waiting at a hop is the rest of the packet that was
 * on the link, and the packets that were sent before:
 *
 *     latency = transmission + propagation + residual + acknowledgement + higher + tie + other
 */
class PFabricLatencyProbe : public Object
{
  public:
    /** Why a packet waits. */
    enum Cause : std::size_t
    {
        RESIDUAL,        //!< a packet was on the link already
        ACKNOWLEDGEMENT, //!< an acknowledgement of the pFabric transport was sent before
        HIGHER,          //!< a packet with a higher priority was
        TIE,             //!< a packet with the same priority was
        OTHER,           //!< a packet with a lower priority was, as its flow had one with a higher,
                         //!< or as the port does not serve by priority
        CAUSES           //!< how many there are
    };

    /** A packet that was sent before. */
    struct Delay
    {
        Cause cause{OTHER};      //!< why
        Time time;               //!< how long
        uint32_t source{0};      //!< address
        uint32_t destination{0}; //!< address
        uint32_t priority{0};    //!< 0 is the highest
        uint32_t size{0};        //!< bytes
    };

    /** A port on the way. */
    struct Hop
    {
        Ptr<PFabricNetDevice> device; //!< the port
        Time arrive;                  //!< the packet came to it
        Time begin;                   //!< its transmission began
        Time transmission;            //!< until its last bit was sent
        Time propagation;             //!< of the link, at that time
        Time longest;                 //!< transmission of a packet of Mtu bytes, when it came
        std::vector<Delay> delays;    //!< in between
        bool dropped{false};          //!< its transmission did not begin
    };

    /** A packet that was followed. */
    struct Packet
    {
        uint32_t source{0};      //!< address
        uint32_t destination{0}; //!< address
        uint32_t size{0};        //!< bytes
        uint32_t priority{0};    //!< 0 is the highest
        std::vector<Hop> hops;   //!< in order
        Time received{0};        //!< its last bit came to its destination; 0: it did not
        uint32_t copies{0};      //!< that were sent later

        bool IsDropped() const;             //!< @return whether a queue dropped it
        Time GetLatency() const;            //!< @return from its first port on, once it is received
        Time GetTransmission() const;       //!< @return part of the latency: on links
        Time GetPropagation() const;        //!< @return part of the latency: links and hosts
        Time GetWaiting(Cause cause) const; //!< @param cause of waiting @return part of the latency
        Time GetResidualBound() const;      //!< @return longest RESIDUAL there can be: a packet of
                                            //!< Mtu bytes at each hop
    };

    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param nodes hosts and switches of PFabricHelper, whose ports are watched */
    void Install(const NodeContainer& nodes);

    /** @return what was followed, in the order in which it was sent */
    const std::vector<Packet>& GetPackets() const;

  protected:
    void DoDispose() override;

  private:
    bool IsInstalled() const; //!< @return whether nodes are watched

    /** A port. */
    struct Port
    {
        // What each packet needs comes first.
        Ptr<PFabricNetDevice> device;     //!< it
        Time freeAt;                      //!< when the packet on the link is over
        Delay current;                    //!< that packet
        std::vector<std::size_t> waiting; //!< packets that are followed and wait here
        bool first{false};                //!< of a host
        bool last{false};                 //!< to a host
    };

    /** @param frame any @return whether it is of those that are followed, by Dscp and MinSize */
    bool IsFollowed(const PFabricFrame& frame) const
    {
        return frame.tos >> 2 == m_dscp && frame.size >= m_least;
    }

    /** @param frame any @return what tells it from others while it is on its way */
    static uint64_t GetIdentity(const PFabricFrame& frame);
    /** @param frame any @return number of the packet that is followed, that of none if it is not */
    std::size_t Find(const PFabricFrame& frame) const;
    void Arrive(std::size_t port,
                const PFabricFrame& frame); //!< One that is followed has come to a port.
    void Begin(std::size_t port, const PFabricFrame& frame);   //!< Its transmission begins.
    void Discard(std::size_t port, const PFabricFrame& frame); //!< It is dropped.

    std::vector<Port> m_ports;                                      //!< that are watched
    std::vector<Packet> m_packets;                                  //!< that are followed
    std::map<std::pair<uint32_t, uint32_t>, std::size_t> m_numbers; //!< by source and destination
    std::vector<uint64_t> m_identities;                             //!< of those
    uint8_t m_dscp;                                                 //!< attribute Dscp
    uint32_t m_least;                                               //!< attribute MinSize
};

} // namespace ns3

#endif // PFABRIC_LATENCY_PROBE_H
