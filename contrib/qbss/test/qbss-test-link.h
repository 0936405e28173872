/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QBSS_TEST_LINK_H
#define QBSS_TEST_LINK_H

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/qbss-helper.h"
#include "ns3/qbss-queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** A link of 10 Mb/s with a QbssQueueDisc, and UDP packets that are sent over it. */
class QbssTestLink
{
  public:
    static constexpr uint32_t LARGE = 1500;                  //!< bytes of a large IP packet
    static constexpr double TIME = (LARGE + 2) * 8 / 10.0e6; //!< that it takes with PPP, seconds
    static constexpr double DELAY = 100e-6;                  //!< of the link, seconds

    /** What came of the packets of a sender; times in seconds. */
    struct Flow
    {
        Ptr<Socket> socket;         //!< that sends
        uint32_t bytes{0};          //!< of an IP packet
        Time gap;                   //!< between two packets
        uint8_t field{0};           //!< that they have: code point and two bits 0
        uint64_t sent{0};           //!< packets
        uint64_t came{0};           //!< of those
        bool changed{false};        //!< whether one came with another field
        double last{0};             //!< when one came
        double longestGap{0};       //!< between two that came
        double longestWait{0};      //!< of one, beyond its own time on the link
        std::vector<uint32_t> bins; //!< packets that came, by 100 ms
    };

    static constexpr uint8_t SCAVENGER = 8;   //!< code point of QBSS
    static constexpr uint8_t BEST_EFFORT = 0; //!< one that is in no list
    static constexpr uint8_t PRIORITY = 10;   //!< of Priority
    static constexpr uint8_t EXPEDITED = 46;  //!< the other one of Priority

    /** @param attributes of the queue disc by name @return helper with these */
    static QbssHelper MakeHelper(
        const std::vector<std::pair<std::string, std::string>>& attributes = {})
    {
        QbssHelper helper;
        for (const auto& [name, value] : attributes)
        {
            helper.SetDiscAttribute(name, StringValue(value));
        }
        return helper;
    }

    /** @param helper of the queue disc @param ipv6 whether packets are IPv6 */
    explicit QbssTestLink(const QbssHelper& helper, bool ipv6 = false)
        : m_ipv6(ipv6)
    {
        m_nodes.Create(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("10Mb/s"));
        link.SetChannelAttribute("Delay", TimeValue(Seconds(DELAY)));
        const auto devices = link.Install(m_nodes);
        InternetStackHelper().Install(m_nodes);
        if (ipv6)
        {
            m_to = Ipv6AddressHelper("2001:1::", 64).Assign(devices).GetAddress(1, 1);
        }
        else
        {
            m_to = Ipv4AddressHelper("10.1.0.0", "255.255.255.0").Assign(devices).GetAddress(1);
        }
        disc =
            DynamicCast<QbssQueueDisc>(helper.Install(NetDeviceContainer(devices.Get(0))).Get(0));
    }

    /** Packets at equal distances. @param dscp code point @param bytes of an IP packet @param gap
     * between two @param start of the first @return number of the flow */
    std::size_t Send(uint8_t dscp, uint32_t bytes, Time gap, Time start = MilliSeconds(0))
    {
        const auto number = flows.size();
        const uint16_t port = 1000 + number;
        const auto open = [this](uint32_t node) {
            return Socket::CreateSocket(m_nodes.Get(node), UdpSocketFactory::GetTypeId());
        };
        Flow flow;
        flow.socket = open(0);
        flow.bytes = bytes;
        flow.gap = gap;
        flow.field = dscp << 2;
        const auto receiver = open(1);
        if (m_ipv6)
        {
            receiver->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), port));
            receiver->SetIpv6RecvTclass(true);
            flow.socket->Bind6();
            flow.socket->Connect(Inet6SocketAddress(Ipv6Address::ConvertFrom(m_to), port));
            flow.socket->SetIpv6Tclass(flow.field);
        }
        else
        {
            receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
            receiver->SetIpRecvTos(true);
            flow.socket->Bind();
            flow.socket->Connect(InetSocketAddress(Ipv4Address::ConvertFrom(m_to), port));
            flow.socket->SetIpTos(flow.field);
        }
        receiver->SetRecvCallback(MakeCallback(&QbssTestLink::Receive, this, number));
        flows.push_back(flow);
        Simulator::Schedule(start, &QbssTestLink::SendNext, this, number);
        return number;
    }

    /** Large packets, twice as many as the link takes. @param dscp code point @param start of the
     * first @return number of the flow */
    std::size_t Fill(uint8_t dscp, Time start = MilliSeconds(0))
    {
        return Send(dscp, LARGE, Seconds(TIME / 2), start);
    }

    /** @param until when to run */
    void Run(Time until)
    {
        Simulator::Stop(until);
        Simulator::Run();
    }

    /** @param number of a flow @return its part of the packets that came, percent */
    double GetPercent(std::size_t number) const
    {
        return 100.0 * flows[number].came / GetTotal();
    }

    /** @return packets that came */
    uint64_t GetTotal() const
    {
        uint64_t total = 0;
        for (const auto& flow : flows)
        {
            total += flow.came;
        }
        return total;
    }

    ~QbssTestLink()
    {
        Simulator::Destroy();
    }

    std::vector<Flow> flows; //!< in the order of Send
    Ptr<QbssQueueDisc> disc; //!< of the link

  private:
    void SendNext(std::size_t number)
    {
        auto& flow = flows[number];
        const int64_t now = Simulator::Now().GetNanoSeconds();
        std::vector<uint8_t> payload(flow.bytes - (m_ipv6 ? 48 : 28));
        std::memcpy(payload.data(), &now, sizeof(now));
        flow.socket->Send(Create<Packet>(payload.data(), payload.size()));
        ++flow.sent;
        Simulator::Schedule(flow.gap, &QbssTestLink::SendNext, this, number);
    }

    void Receive(std::size_t number, Ptr<Socket> socket)
    {
        auto& flow = flows[number];
        const auto packet = socket->Recv();
        const double now = Simulator::Now().GetSeconds();
        int64_t sent = 0;
        packet->CopyData(reinterpret_cast<uint8_t*>(&sent), sizeof(sent));
        SocketIpTosTag four;
        SocketIpv6TclassTag six;
        const int field = packet->PeekPacketTag(four)  ? four.GetTos()
                          : packet->PeekPacketTag(six) ? six.GetTclass()
                                                       : -1;
        flow.changed = flow.changed || field != flow.field;
        flow.longestGap = flow.came ? std::max(flow.longestGap, now - flow.last) : 0;
        flow.longestWait =
            std::max(flow.longestWait, now - sent / 1e9 - DELAY - TIME * (flow.bytes + 2) / 1502);
        flow.last = now;
        ++flow.came;
        flow.bins.resize(std::max<std::size_t>(flow.bins.size(), now * 10 + 1));
        ++flow.bins.back();
    }

    bool m_ipv6;           //!< whether packets are IPv6
    NodeContainer m_nodes; //!< sender and receiver
    Address m_to;          //!< of the receiver
};

} // namespace ns3

#endif // QBSS_TEST_LINK_H
