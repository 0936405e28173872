/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-test-log.h"

#include "ns3/mac48-address.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/servernet-fabric.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
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
 * @brief A broadcast is a message to every other device, one after the other in the order of their
 * numbers.
 */
class ServerNetInTurnTestCase : public TestCase
{
  public:
    ServerNetInTurnTestCase()
        : TestCase("A broadcast is sent to one device after the other")
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = ServerNetHelper().Install(ServerNetTopology("single-router"));
        std::vector<uint32_t> receivers;
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            Listen<Ptr<const Packet>>(devices.Get(i), "MacRx", [&receivers, i](const auto&) {
                receivers.push_back(i);
            });
        }
        const auto sender = devices.Get(2);
        Simulator::ScheduleWithContext(sender->GetNode()->GetId(), Ticks(1), [sender] {
            sender->Send(Create<Packet>(100), sender->GetBroadcast(), 0x88b5);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((receivers == std::vector<uint32_t>{0, 1, 3, 4, 5}), true, "in turn");
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(At(devices, i).GetMessagesSent(), (i == 2 ? 5 : 0), "sent");
            NS_TEST_EXPECT_MSG_EQ(At(devices, i).GetMessagesReceived(), (i != 2), "received");
        }
        // A message of 114 bytes has two pieces, each of them a request with its response.
        NS_TEST_EXPECT_MSG_EQ(ServerNetHelper::GetFabric(devices)->GetDelivered(),
                              5 * 2 * 2,
                              "packets");
        CheckConservation(devices);
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief The largest packet arrives with all its bytes: with its header it has the 65535 bytes of a
 * message.
 */
class ServerNetLargestTestCase : public TestCase
{
  public:
    ServerNetLargestTestCase()
        : TestCase("The largest packet of all")
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = ServerNetHelper().Install(ServerNetTopology("single-router"));
        const auto sender = devices.Get(0);
        const auto to = devices.Get(1)->GetAddress();
        NS_TEST_ASSERT_MSG_EQ(sender->SetMtu(65'521), true, "65535 - 14");
        std::vector<uint8_t> bytes(65'521);
        for (std::size_t i = 0; i < bytes.size(); ++i)
        {
            bytes[i] = i % 251;
        }
        std::vector<uint8_t> received;
        const std::function<bool(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&)>
            receive = [&received](auto, Ptr<const Packet> packet, auto, const auto&) {
                received.resize(packet->GetSize());
                packet->CopyData(received.data(), received.size());
                return true;
            };
        devices.Get(1)->SetReceiveCallback(NetDevice::ReceiveCallback(receive));
        Simulator::ScheduleWithContext(sender->GetNode()->GetId(), Ticks(1), [&] {
            sender->Send(Create<Packet>(bytes.data(), bytes.size()), to, 0x88b5);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((received == bytes), true, "bytes");
        NS_TEST_EXPECT_MSG_EQ(ServerNetHelper::GetFabric(devices)->GetDelivered(),
                              2 * 1024,
                              "65535 / 64 pieces");
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief A message whose second piece failed is given up when 151 later ones have begun, and not
 * before; its first 64 bytes are counted and told by its receiver.
 */
class ServerNetPiecesMissingTestCase : public TestCase
{
  public:
    ServerNetPiecesMissingTestCase()
        : TestCase("A message that cannot be completed")
    {
    }

  private:
    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetDeviceAttribute("Retries", UintegerValue(0));
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(1));
        const auto devices = helper.Install(ServerNetTopology("single-router"));
        const auto fabric = ServerNetHelper::GetFabric(devices);
        const auto sender = devices.Get(0);
        const auto to = devices.Get(1)->GetAddress();
        const auto send = [sender, to](int64_t tick, uint32_t bytes) {
            Simulator::ScheduleWithContext(
                sender->GetNode()->GetId(),
                Ticks(tick),
                [sender, to, bytes] { sender->Send(Create<Packet>(bytes), to, 0x88b5); });
        };
        std::vector<std::pair<std::string, uint64_t>> told;
        Listen<const std::string&, uint64_t>(devices.Get(1),
                                             "Drop",
                                             [&told](const std::string& reason, uint64_t bytes) {
                                                 told.emplace_back(reason, bytes);
                                             });
        // The first piece has the second link from tick 20 to 99; the second one is sent at 129,
        // when the response has come.
        send(5, 100);
        const uint32_t second = fabric->GetNetwork().GetPath(0, 1)[1];
        Simulator::Schedule(Ticks(50), &ServerNetFabric::SetDown, fabric, second, true);
        Simulator::Schedule(Ticks(500), &ServerNetFabric::SetDown, fabric, second, false);
        for (int64_t later = 1; later <= 151; ++later)
        {
            send(1000 * later, 40);
        }
        Simulator::Schedule(Ticks(150'999), [&] {
            NS_TEST_EXPECT_MSG_EQ(At(devices, 1).GetMessagesReceived(), 150, "so many later ones");
            NS_TEST_EXPECT_MSG_EQ(told.size(), 0, "the first one may still come");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(At(devices, 0).GetDrops(ServerNetNetDevice::NO_RESPONSE).number,
                              1,
                              "the second piece");
        NS_TEST_EXPECT_MSG_EQ(At(devices, 1).GetMessagesReceived(), 151, "all later ones");
        NS_TEST_ASSERT_MSG_EQ(told.size(), 1, "one is given up");
        NS_TEST_EXPECT_MSG_EQ(told[0].first, "pieces missing", "reason");
        NS_TEST_EXPECT_MSG_EQ(told[0].second, 64, "bytes that had come");
        const auto drops = At(devices, 1).GetDrops(ServerNetNetDevice::PIECES_MISSING);
        NS_TEST_EXPECT_MSG_EQ(drops.number, 1, "counted");
        NS_TEST_EXPECT_MSG_EQ(drops.bytes, 64, "counted");
        CheckConservation(devices);
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief What a NetDevice does with addresses and messages.
 */
class ServerNetFramesTestSuite : public TestSuite
{
  public:
    ServerNetFramesTestSuite()
        : TestSuite("servernet-frames", Type::UNIT)
    {
        AddTestCase(new FramesTestCase);
        AddTestCase(new ServerNetInTurnTestCase);
        AddTestCase(new ServerNetLargestTestCase);
        AddTestCase(new ServerNetPiecesMissingTestCase);
    }
};

static ServerNetFramesTestSuite g_serverNetFramesTestSuite; //!< the suite
