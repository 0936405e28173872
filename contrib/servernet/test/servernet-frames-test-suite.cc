/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mac48-address.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup servernet-tests
 * @brief Who receives a packet of SendFrom, as what, and from whom: unicast its device alone, group
 * addresses and addresses behind a bridge all others.
 */
class FramesTestCase : public TestCase
{
  public:
    FramesTestCase()
        : TestCase("Addresses, packet types and promiscuous reception")
    {
    }

  private:
    static constexpr uint16_t PROTOCOL = 0x88b5; //!< for local experiments, IEEE 802
    static constexpr uint32_t SIZE = 1400;       //!< bytes

    /** @param to address @param type expected @param receivers expected @param ordinary of them,
     * without promiscuous reception */
    void Expect(Address to, NetDevice::PacketType type, uint32_t receivers, uint32_t ordinary)
    {
        m_types.clear();
        m_ordinary = 0;
        Simulator::Schedule(MicroSeconds(1), [this, to] {
            NS_TEST_EXPECT_MSG_EQ(
                m_devices.Get(0)->SendFrom(Create<Packet>(SIZE), m_behind, to, PROTOCOL),
                true,
                "taken");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_types[type], receivers, "promiscuous receivers of " << to);
        NS_TEST_EXPECT_MSG_EQ(m_types.size(), 1, "one type for " << to);
        NS_TEST_EXPECT_MSG_EQ(m_ordinary, ordinary, "receivers of " << to);
    }

    void DoRun() override
    {
        m_devices = ServerNetHelper().Install(ServerNetTopology("single-router"));
        for (uint32_t i = 0; i < m_devices.GetN(); ++i)
        {
            m_devices.Get(i)->SetReceiveCallback(MakeCallback(&FramesTestCase::Receive, this));
            m_devices.Get(i)->SetPromiscReceiveCallback(
                MakeCallback(&FramesTestCase::ReceiveAny, this));
        }
        const auto first = m_devices.Get(0);
        Expect(m_devices.Get(3)->GetAddress(), NetDevice::PACKET_HOST, 1, 1);
        Expect(first->GetBroadcast(), NetDevice::PACKET_BROADCAST, 5, 5);
        Expect(first->GetMulticast(Ipv4Address("224.0.0.9")), NetDevice::PACKET_MULTICAST, 5, 5);
        Expect(Mac48Address("00:00:00:00:00:77"), NetDevice::PACKET_OTHERHOST, 5, 0);
        m_devices.Get(3)->SetAddress(Mac48Address("00:00:00:00:00:77"));
        Expect(Mac48Address("00:00:00:00:00:77"), NetDevice::PACKET_HOST, 1, 1);
        NS_TEST_EXPECT_MSG_EQ(first->SetMtu(65'522), false, "longer than a message");
        NS_TEST_EXPECT_MSG_EQ(first->SetMtu(SIZE - 1), true, "shorter than the packet");
        NS_TEST_EXPECT_MSG_EQ(first->Send(Create<Packet>(SIZE), first->GetBroadcast(), PROTOCOL),
                              false,
                              "too long");
        Simulator::Destroy();
    }

    /** @param device that receives @param packet what @param from whom @return true */
    bool Receive(Ptr<NetDevice> device, Ptr<const Packet> packet, uint16_t, const Address& from)
    {
        ++m_ordinary;
        return true;
    }

    /** @param device that receives @param packet what @param protocol of it @param from whom
     * @param to whom @param type how the device takes it @return true */
    bool ReceiveAny(Ptr<NetDevice> device,
                    Ptr<const Packet> packet,
                    uint16_t protocol,
                    const Address& from,
                    const Address& to,
                    NetDevice::PacketType type)
    {
        ++m_types[type];
        NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), SIZE, "bytes");
        NS_TEST_EXPECT_MSG_EQ(protocol, PROTOCOL, "protocol");
        NS_TEST_EXPECT_MSG_EQ((from == m_behind), true, "source");
        NS_TEST_EXPECT_MSG_EQ((Simulator::GetContext() == device->GetNode()->GetId()),
                              true,
                              "context");
        return true;
    }

    NetDeviceContainer m_devices;                        //!< of the network
    Address m_behind{Mac48Address("00:00:00:00:00:99")}; //!< source, of no device
    std::map<NetDevice::PacketType, uint32_t> m_types;   //!< of packets received
    uint32_t m_ordinary{0};                              //!< receptions not promiscuous
};

/**
 * @ingroup servernet-tests
 * @brief What a NetDevice does with addresses.
 */
class ServerNetFramesTestSuite : public TestSuite
{
  public:
    ServerNetFramesTestSuite()
        : TestSuite("servernet-frames", Type::UNIT)
    {
        AddTestCase(new FramesTestCase);
    }
};

static ServerNetFramesTestSuite g_serverNetFramesTestSuite; //!< the suite
