/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_TEST_CROSSED_H
#define PATH_MEASUREMENT_TEST_CROSSED_H

#include "../../burst-core/test/burst-core-test-chain.h"

#include "ns3/data-rate.h"
#include "ns3/path-measurement-cross-traffic.h"
#include "ns3/string.h"

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief Cross traffic through a chain of three nodes, for tests, and what both ends send.
 */
class PathMeasurementTestCrossed
{
  public:
    using Arrival = std::tuple<int64_t, uint64_t, bool>; //!< ns, bytes, whether a datagram

    /** @param attributes of the cross traffic @param delay of each of the two links */
    PathMeasurementTestCrossed(const std::vector<std::pair<std::string, std::string>>& attributes,
                               Time delay = MilliSeconds(5))
        : chain(3, "20Mbps", delay),
          traffic(CreateObject<CrossTraffic>())
    {
        for (const auto& [name, value] : attributes)
        {
            traffic->SetAttribute(name, StringValue(value));
        }
        traffic->SetLink(GetDevice());
        traffic->SetPath(chain.nodes.Get(0), chain.nodes.Get(2), chain.GetLast());
        traffic->AssignStreams(40);
        traffic->TraceConnectWithoutContext("Offered",
                                            MakeCallback(&PathMeasurementTestCrossed::Offer, this));
        GetIpv4(0)->TraceConnectWithoutContext(
            "SendOutgoing",
            MakeCallback(&PathMeasurementTestCrossed::Send, this));
        GetIpv4(2)->TraceConnectWithoutContext(
            "SendOutgoing",
            MakeCallback(&PathMeasurementTestCrossed::Answer, this));
    }

    ~PathMeasurementTestCrossed()
    {
        Simulator::Destroy();
    }

    /** @return the device of the router that sends into the second link */
    Ptr<NetDevice> GetDevice() const
    {
        return chain.links[1].Get(0);
    }

    /** @return its rate, Mbit/s */
    double GetRate() const
    {
        DataRateValue rate;
        GetDevice()->GetAttribute("DataRate", rate);
        return static_cast<double>(rate.Get().GetBitRate()) / 1e6;
    }

    burst::TestChain chain;            //!< of nodes
    Ptr<CrossTraffic> traffic;         //!< under test
    std::vector<Arrival> arrivals;     //!< offered
    std::vector<int64_t> dataTimes;    //!< when the source sent data, ns
    std::vector<int64_t> controlTimes; //!< when the source sent a packet without data, ns
    std::vector<int64_t> replyTimes;   //!< when the sink sent something, ns
    uint64_t sentBytes{0};             //!< of IP, by the source

  private:
    /** As CrossTraffic::OfferedTracedCallback. */
    void Offer(uint64_t bytes, bool datagram)
    {
        arrivals.emplace_back(Simulator::Now().GetNanoSeconds(), bytes, datagram);
    }

    /** @param node in the chain @return its IP */
    Ptr<Ipv4> GetIpv4(uint32_t node) const
    {
        return chain.nodes.Get(node)->GetObject<Ipv4>();
    }

    /** The source sends; as Ipv4L3Protocol::SentTracedCallback. */
    void Send(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t)
    {
        // The headers of TCP alone have 60 bytes at most.
        auto& times = packet->GetSize() > 60 ? dataTimes : controlTimes;
        times.push_back(Simulator::Now().GetNanoSeconds());
        sentBytes += packet->GetSize() + header.GetSerializedSize();
    }

    /** The sink sends; as Ipv4L3Protocol::SentTracedCallback. */
    void Answer(const Ipv4Header&, Ptr<const Packet>, uint32_t)
    {
        replyTimes.push_back(Simulator::Now().GetNanoSeconds());
    }
};

} // namespace ns3

#endif // PATH_MEASUREMENT_TEST_CROSSED_H
