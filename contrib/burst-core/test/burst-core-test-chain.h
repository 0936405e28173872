/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_TEST_CHAIN_H
#define BURST_CORE_TEST_CHAIN_H

#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/ipv4.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 * @brief Nodes in a row, for tests. The link behind node i has network 10.0.i.0, and the ends .1
 * and .2.
 */
class TestChain
{
  public:
    /** @param count of nodes @param rate of all links @param delay of each link */
    TestChain(uint32_t count, const std::string& rate, Time delay)
        : nodes(count)
    {
        InternetStackHelper().Install(nodes);
        PointToPointHelper helper;
        helper.SetDeviceAttribute("DataRate", StringValue(rate));
        helper.SetChannelAttribute("Delay", TimeValue(delay));
        for (uint32_t i = 0; i + 1 < count; ++i)
        {
            links.push_back(helper.Install(nodes.Get(i), nodes.Get(i + 1)));
            const std::string network = "10.0." + std::to_string(i) + ".0";
            addresses.push_back(
                Ipv4AddressHelper(network.c_str(), "255.255.255.0").Assign(links.back()));
        }
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    }

    /** @return address of the last node */
    Ipv4Address GetLast() const
    {
        return addresses.back().GetAddress(1);
    }

    /** @param at when @param socket connected, of UDP @param bytes of payload: a packet is sent */
    static void SendAt(Time at, Ptr<Socket> socket, uint32_t bytes)
    {
        Simulator::Schedule(at, [socket, bytes]() { socket->Send(Create<Packet>(bytes)); });
    }

    /** Send a packet whose payload holds one number again and again. @param at when @param socket
     * connected, of UDP @param bytes of payload, an even number @param word number, of two bytes */
    static void SendWordsAt(Time at, Ptr<Socket> socket, uint32_t bytes, uint16_t word)
    {
        Simulator::Schedule(at, [socket, bytes, word]() {
            std::vector<uint8_t> payload;
            for (uint32_t i = 0; i < bytes; i += 2)
            {
                payload.push_back(static_cast<uint8_t>(word >> 8));
                payload.push_back(static_cast<uint8_t>(word));
            }
            socket->Send(Create<Packet>(payload.data(), payload.size()));
        });
    }

    /** @param from node @param port of the last node @return a socket that sends there */
    Ptr<Socket> Connect(uint32_t from, uint16_t port) const
    {
        auto socket = Socket::CreateSocket(nodes.Get(from), UdpSocketFactory::GetTypeId());
        socket->Bind();
        socket->Connect(InetSocketAddress(GetLast(), port));
        return socket;
    }

    /** @param port of the last node @param callback is called when something has come */
    Ptr<Socket> Listen(uint16_t port, const Callback<void, Ptr<Socket>>& callback) const
    {
        auto socket =
            Socket::CreateSocket(nodes.Get(nodes.GetN() - 1), UdpSocketFactory::GetTypeId());
        socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
        socket->SetRecvCallback(callback);
        return socket;
    }

    NodeContainer nodes;                           //!< in a row
    std::vector<NetDeviceContainer> links;         //!< both ends of each
    std::vector<Ipv4InterfaceContainer> addresses; //!< of both ends of each link
};

} // namespace ns3::burst

#endif // BURST_CORE_TEST_CHAIN_H
