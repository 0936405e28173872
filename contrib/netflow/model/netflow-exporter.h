/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETFLOW_EXPORTER_H
#define NETFLOW_EXPORTER_H

#include "netflow-cache.h"
#include "netflow-packets.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup netflow
 * @brief Exports flow records of the IPv4 packets that a node forwards, as NetFlow does.
 *
 * There is no event: records are exported at the next packet, with the time at which they were due,
 * and at the end by Flush.
 */
class NetflowExporter : public Object
{
  public:
    /** @param record of a flow */
    typedef void (*RecordTracedCallback)(const NetflowRecord& record);

    static TypeId GetTypeId(); //!< @return the TypeId

    /** Begin, once, and belong to the node. @param node with Ipv4L3Protocol and without another
     * exporter (std::invalid_argument) */
    void Install(Ptr<Node> node);

    void Flush(); //!< Export all that is left. What comes after it begins new records.

    uint64_t GetPackets() const; //!< @return packets that were heard
    uint64_t GetSampled() const; //!< @return packets that were counted
    uint64_t GetBytes() const;   //!< @return bytes of packets that were counted
    uint64_t GetRecords() const; //!< @return records that were told
    uint64_t GetForced() const;  //!< @return records that were told because the cache was full

    /** @param stream of random sampling @return how many streams are used: 1 */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    bool IsInstalled() const; //!< @return whether Install was called

    /** A packet comes in.
     * @param packet it
     * @param ipv4 unused
     * @param interface by which it comes */
    void NoteInput(Ptr<const Packet> packet, Ptr<Ipv4> ipv4, uint32_t interface);
    /** A packet is forwarded.
     * @param header of it
     * @param packet without it
     * @param output interface */
    void NotifyForwarded(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t output);
    /** The node sends a packet of its own; parameters as for NotifyForwarded. */
    void NotifySent(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t output);
    /** The node receives a packet for itself.
     * @param header of it
     * @param packet without it
     * @param input interface */
    void NotifyDelivered(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t input);
    /** Count a packet.
     * @param header of it
     * @param packet without it
     * @param input interface */
    void Count(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t input);
    void Export(const NetflowRecord& record); //!< @param record that left the cache

    Time m_inactive;       //!< attribute InactiveTimeout
    Time m_active;         //!< attribute ActiveTimeout
    uint32_t m_entries;    //!< attribute MaxEntries
    uint64_t m_sampling;   //!< attribute Sampling
    bool m_randomSampling; //!< attribute RandomSampling
    bool m_local;          //!< attribute Local

    int64_t m_stream{-1};                    //!< of random sampling
    std::optional<NetflowCache> m_cache;     //!< since Install
    std::optional<NetflowSampler> m_sampler; //!< since the first packet
    uint64_t m_inputPacket{0};               //!< identifier of the packet that came last
    uint32_t m_input{0};                     //!< interface by which it came
    uint64_t m_packets{0};                   //!< see GetPackets
    uint64_t m_sampled{0};                   //!< see GetSampled
    uint64_t m_bytes{0};                     //!< see GetBytes
    uint64_t m_records{0};                   //!< see GetRecords
    uint64_t m_forced{0};                    //!< see GetForced

    TracedCallback<const NetflowRecord&> m_recordTrace; //!< trace source Record
};

} // namespace ns3

#endif // NETFLOW_EXPORTER_H
