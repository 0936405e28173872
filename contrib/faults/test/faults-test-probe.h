/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAULTS_TEST_PROBE_H
#define FAULTS_TEST_PROBE_H

#include "../../burst-core/test/burst-core-test-chain.h"

#include "ns3/packet.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <iterator>
#include <map>

namespace ns3
{

/**
 * @ingroup faults
 * @brief A stream of datagrams through a chain, for tests: which ones arrive, when, and with which
 * TTL.
 */
class FaultsTestProbe
{
  public:
    /** @param chain of nodes @param port of the last one @param gap between datagrams @param count
     * of them; the first one is sent at time 0 */
    FaultsTestProbe(const burst::TestChain& chain, uint16_t port, Time gap, uint32_t count)
        : m_listener(chain.Listen(port, MakeCallback(&FaultsTestProbe::Receive, this))),
          m_gap(gap)
    {
        m_listener->SetIpRecvTtl(true);
        m_sender = chain.Connect(0, port);
        for (uint32_t i = 0; i < count; ++i)
        {
            Simulator::Schedule(gap * i, &FaultsTestProbe::Send, this, i);
        }
    }

    /** @param from first one @param to the one after the last @return how many of them arrived */
    uint32_t Count(uint32_t from, uint32_t to) const
    {
        return std::distance(delays.lower_bound(from), delays.lower_bound(to));
    }

    std::map<uint32_t, Time> delays;  //!< of those that arrived, by number
    std::map<uint32_t, uint8_t> ttls; //!< likewise

  private:
    /** @param number of a datagram */
    void Send(uint32_t number)
    {
        uint8_t bytes[100] = {};
        for (int i = 0; i < 4; ++i)
        {
            bytes[i] = static_cast<uint8_t>(number >> (8 * i));
        }
        m_sender->Send(Create<Packet>(bytes, sizeof(bytes)));
    }

    /** @param socket that has datagrams */
    void Receive(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            uint8_t bytes[4];
            packet->CopyData(bytes, 4);
            const uint32_t number = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24;
            delays[number] = Simulator::Now() - m_gap * number;
            SocketIpTtlTag tag;
            packet->PeekPacketTag(tag);
            ttls[number] = tag.GetTtl();
        }
    }

    Ptr<Socket> m_listener; //!< receives
    Ptr<Socket> m_sender;   //!< sends
    Time m_gap;             //!< between datagrams
};

} // namespace ns3

#endif // FAULTS_TEST_PROBE_H
