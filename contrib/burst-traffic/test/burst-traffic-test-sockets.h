/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_TEST_SOCKETS_H
#define BURST_TRAFFIC_TEST_SOCKETS_H

#include "ns3/event-id.h"
#include "ns3/mac48-address.h"
#include "ns3/node-container.h"
#include "ns3/packet-socket-address.h"
#include "ns3/packet-socket-helper.h"
#include "ns3/packet-socket.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/socket-factory.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic-tests
 * Give each node packet sockets and a SimpleNetDevice, all on one channel.
 * @param nodes the nodes
 * @return the address of each of them for a packet socket of the others
 */
inline std::vector<Address>
InstallSimpleDevices(const NodeContainer& nodes)
{
    PacketSocketHelper().Install(nodes);
    const auto channel = CreateObject<SimpleChannel>();
    std::vector<Address> addresses;
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        auto device = CreateObject<SimpleNetDevice>();
        device->SetAddress(Mac48Address::Allocate());
        device->SetChannel(channel);
        nodes.Get(i)->AddDevice(device);
        PacketSocketAddress address;
        address.SetSingleDevice(0);
        address.SetPhysicalAddress(device->GetAddress());
        address.SetProtocol(1);
        addresses.push_back(address);
    }
    return addresses;
}

/**
 * @ingroup burst-traffic-tests
 * @brief A packet socket that can be full.
 */
class FullSocket : public PacketSocket
{
  public:
    SocketErrno GetErrno() const override
    {
        return ERROR_AGAIN;
    }

  protected:
    /** Have space again in 1010 ns, unless that is pending. */
    void OpenLater()
    {
        if (m_opening.IsExpired())
        {
            m_opening =
                Simulator::Schedule(NanoSeconds(1010), &FullSocket::Open, Ptr<FullSocket>(this));
        }
    }

  private:
    /** @return bytes of space that the socket has again */
    virtual uint32_t DoOpen() = 0;

    void Open() //!< There is space.
    {
        NotifySend(DoOpen());
    }

    EventId m_opening; //!< there is space again
};

/**
 * @ingroup burst-traffic-tests
 * @brief Creates sockets of a class, which names the factory.
 * @tparam T the class
 */
template <typename T>
class FullSocketFactory : public SocketFactory
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId(T::FACTORY)
                                .template SetParent<SocketFactory>()
                                .template AddConstructor<FullSocketFactory<T>>();
        return tid;
    }

    Ptr<Socket> CreateSocket() override
    {
        auto socket = CreateObject<T>();
        socket->SetNode(GetObject<Node>());
        return socket;
    }
};

} // namespace ns3

#endif // BURST_TRAFFIC_TEST_SOCKETS_H
