/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef L2_NOTIFICATION_ROW_H
#define L2_NOTIFICATION_ROW_H

#include "ns3/l2-notification-congestion-notifier.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/queue-disc.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-layer.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @defgroup l2-notification-tests Tests of l2-notification
 * @ingroup l2-notification
 */

namespace ns3
{

inline constexpr uint16_t ROW_PROTOCOL = 0x88b6; //!< of packets here, for local experiments
inline constexpr uint32_t ROW_FRAME = 1500;      //!< bytes

/** A packet without network header. */
class RowItem : public QueueDiscItem
{
  public:
    /** @param packet any @param to next device @param flow that it says it is of */
    RowItem(Ptr<Packet> packet, const Address& to, uint32_t flow = 0)
        : QueueDiscItem(packet, to, ROW_PROTOCOL),
          m_flow(flow)
    {
    }

    void AddHeader() override
    {
    }

    bool Mark() override
    {
        return false;
    }

    uint32_t Hash(uint32_t /* perturbation */) const override
    {
        return m_flow;
    }

  private:
    uint32_t m_flow; //!< see the constructor
};

/** Nodes in a row, with a queue disc on each device but those that only receive. */
class Row
{
  public:
    /** @param rates of the links from node to node, as "10Mb/s" */
    explicit Row(const std::vector<std::string>& rates)
    {
        nodes.Create(rates.size() + 1);
        for (uint32_t i = 0; i < nodes.GetN(); ++i)
        {
            nodes.Get(i)->AggregateObject(CreateObject<TrafficControlLayer>());
        }
        for (uint32_t i = 0; i < rates.size(); ++i)
        {
            SimpleNetDeviceHelper helper;
            helper.SetNetDevicePointToPointMode(true);
            helper.SetDeviceAttribute("DataRate", StringValue(rates[i]));
            helper.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
            const auto pair = helper.Install(NodeContainer(nodes.Get(i), nodes.Get(i + 1)));
            out.Add(pair.Get(0));
            in.Add(pair.Get(1));
        }
        for (uint32_t i = 0; i + 1 < nodes.GetN(); ++i)
        {
            nodes.Get(i + 1)->RegisterProtocolHandler(MakeCallback(&Row::Receive, this),
                                                      ROW_PROTOCOL,
                                                      in.Get(i));
        }
    }

    ~Row()
    {
        Simulator::Destroy();
    }

    /** From the first node. @param bytes of a packet @param flow of it */
    void Send(uint32_t bytes, uint32_t flow = 0)
    {
        Forward(0, Create<Packet>(bytes), flow);
    }

    /** Now and later. @param gap between packets @param end of it */
    void Flood(Time gap, Time end)
    {
        Send(ROW_FRAME);
        if (Simulator::Now() + gap < end)
        {
            Simulator::Schedule(gap, &Row::Flood, this, gap, end);
        }
    }

    /** @param node by number @return its notifier */
    Ptr<CongestionNotifier> GetNotifier(uint32_t node) const
    {
        return nodes.Get(node)->GetObject<CongestionNotifier>();
    }

    NodeContainer nodes;    //!< in order
    NetDeviceContainer out; //!< of each node but the last, to the next one
    NetDeviceContainer in;  //!< of each node but the first, from the one before
    uint64_t received{0};   //!< packets at the last node

  private:
    void Forward(uint32_t node, Ptr<Packet> packet, uint32_t flow)
    {
        nodes.Get(node)->GetObject<TrafficControlLayer>()->Send(
            out.Get(node),
            Create<RowItem>(packet, in.Get(node)->GetAddress(), flow));
    }

    void Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t /* protocol */,
                 const Address& /* from */,
                 const Address& /* to */,
                 NetDevice::PacketType /* type */)
    {
        const uint32_t node = device->GetNode()->GetId() - nodes.Get(0)->GetId();
        if (node + 1 < nodes.GetN())
        {
            Forward(node, packet->Copy(), 0);
            return;
        }
        ++received;
    }
};

/** @param disc any @return whether nothing is lost without a count */
inline bool
IsConserved(Ptr<QueueDisc> disc)
{
    const auto& stats = disc->GetStats();
    return stats.nTotalReceivedPackets ==
               stats.nTotalDequeuedPackets + stats.nTotalDroppedPackets + disc->GetNPackets() &&
           stats.nTotalReceivedBytes ==
               stats.nTotalDequeuedBytes + stats.nTotalDroppedBytes + disc->GetNBytes();
}

} // namespace ns3

#endif // L2_NOTIFICATION_ROW_H
