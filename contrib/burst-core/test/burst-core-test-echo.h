/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_TEST_ECHO_H
#define BURST_CORE_TEST_ECHO_H

#include "ns3/icmpv4-l4-protocol.h"
#include "ns3/icmpv4.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-raw-socket-factory.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <map>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 * @brief ICMP echo requests of 100 bytes to one address, and the round trips of their replies, for
 * tests: the ping of ns-3 has another name before 3.38.
 */
class TestEcho
{
  public:
    /** @param node that sends @param remote address of the other one */
    TestEcho(Ptr<Node> node, Ipv4Address remote)
        : m_remote(remote),
          m_socket(Socket::CreateSocket(node, Ipv4RawSocketFactory::GetTypeId()))
    {
        m_socket->SetAttribute("Protocol", UintegerValue(Icmpv4L4Protocol::PROT_NUMBER));
        m_socket->Bind();
        m_socket->SetRecvCallback(MakeCallback(&TestEcho::Receive, this));
    }

    /** @param at when a request is sent */
    void SendAt(Time at)
    {
        Simulator::Schedule(at, &TestEcho::Send, this);
    }

    std::map<uint16_t, Time> replies; //!< round trips by sequence number, from 0 on

  private:
    void Send()
    {
        const auto packet = Create<Packet>(100);
        Icmpv4Echo echo;
        echo.SetData(packet);
        echo.SetSequenceNumber(m_sent.size());
        const auto request = Create<Packet>();
        request->AddHeader(echo);
        Icmpv4Header header;
        header.SetType(Icmpv4Header::ICMPV4_ECHO);
        header.SetCode(0);
        header.EnableChecksum();
        request->AddHeader(header);
        m_sent[m_sent.size()] = Simulator::Now();
        m_socket->SendTo(request, 0, InetSocketAddress(m_remote, 0));
    }

    void Receive(Ptr<Socket> socket)
    {
        Address from;
        while (const auto packet = socket->RecvFrom(from))
        {
            Ipv4Header ip;
            Icmpv4Header header;
            Icmpv4Echo echo;
            packet->RemoveHeader(ip);
            packet->RemoveHeader(header);
            if (header.GetType() == Icmpv4Header::ICMPV4_ECHO_REPLY)
            {
                packet->RemoveHeader(echo);
                const auto sequence = echo.GetSequenceNumber();
                replies[sequence] = Simulator::Now() - m_sent.at(sequence);
            }
        }
    }

    Ipv4Address m_remote;
    Ptr<Socket> m_socket;
    std::map<uint16_t, Time> m_sent;
};

} // namespace ns3::burst

#endif // BURST_CORE_TEST_ECHO_H
