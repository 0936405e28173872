/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../burst-core/test/burst-core-late-attributes.h"
#include "qbss-test-link.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-filter.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/qbss-classes.h"
#include "ns3/simple-net-device.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

using namespace ns3;

namespace
{

using Link = QbssTestLink;

/** @param act anything @return what it says is wrong, empty if nothing */
std::string
GetRefusal(const std::function<void()>& act)
{
    try
    {
        act();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

/** Large packets are Priority, and of small ones it knows nothing. */
class SizeFilter : public PacketFilter
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TestQbssSizeFilter")
                                .SetParent<PacketFilter>()
                                .AddConstructor<SizeFilter>();
        return tid;
    }

  private:
    bool CheckProtocol(Ptr<QueueDiscItem> item) const override
    {
        return item->GetSize() >= Link::LARGE;
    }

    int32_t DoClassify(Ptr<QueueDiscItem>) const override
    {
        return QbssClass::PRIORITY;
    }
};

NS_OBJECT_ENSURE_REGISTERED(SizeFilter);

} // namespace

/**
 * @ingroup qbss
 * @brief Accounts, traces and statistics say the same: what was sent came, was dropped or is left.
 */
class QbssAccountsTest : public TestCase
{
  public:
    QbssAccountsTest()
        : TestCase("accounts, traces and statistics")
    {
    }

  private:
    /** @param number of the class @param item that left @param sojourn of it */
    void Sent(uint32_t number, Ptr<const QueueDiscItem> item, Time sojourn)
    {
        m_bytes[number] += item->GetSize();
        m_longest[number] = std::max(m_longest[number], sojourn);
    }

    /** A packet is dropped. @param number of its class */
    void Dropped(uint32_t number, Ptr<const QueueDiscItem> /* item */)
    {
        ++m_dropped[number];
    }

    void DoRun() override
    {
        Link link(Link::MakeHelper());
        link.disc->TraceConnectWithoutContext("Sent", MakeCallback(&QbssAccountsTest::Sent, this));
        link.disc->TraceConnectWithoutContext("Dropped",
                                              MakeCallback(&QbssAccountsTest::Dropped, this));
        for (const uint8_t dscp : {Link::SCAVENGER, Link::BEST_EFFORT, Link::EXPEDITED})
        {
            link.Fill(dscp); // flow numbers are those of classes
        }
        link.Run(Seconds(1));
        const auto statistics = burst::GetStatistics(QbssQueueDisc::GetTypeId());
        for (uint32_t number = 0; number < QbssClass::COUNT; ++number)
        {
            const auto& account = link.disc->GetAccount(number);
            const auto& flow = link.flows[number];
            const auto queue = link.disc->GetQueueDiscClass(number)->GetQueueDisc();
            NS_TEST_EXPECT_MSG_EQ(account.packets + account.dropped + queue->GetNPackets(),
                                  flow.sent,
                                  "conservation");
            NS_TEST_EXPECT_MSG_GT(queue->GetNPackets(), 38, "full, but for one that just left");
            NS_TEST_EXPECT_MSG_EQ(account.bytes, Link::LARGE * account.packets, "bytes");
            NS_TEST_EXPECT_MSG_EQ(account.droppedBytes, Link::LARGE * account.dropped, "bytes");
            NS_TEST_EXPECT_MSG_EQ(account.bytes, m_bytes[number], "trace Sent");
            NS_TEST_EXPECT_MSG_EQ(account.longest, m_longest[number], "trace Sent");
            NS_TEST_EXPECT_MSG_EQ(account.dropped, m_dropped[number], "trace Dropped");
            const std::vector<double> expected{static_cast<double>(account.packets),
                                               static_cast<double>(account.bytes),
                                               static_cast<double>(account.dropped),
                                               account.waited.GetSeconds() / account.packets,
                                               account.longest.GetSeconds()};
            for (std::size_t i = 0; i < expected.size(); ++i)
            {
                const auto value = statistics.at(i).get(*link.disc);
                const auto& parts = std::get<burst::Statistic::Parts>(value);
                NS_TEST_EXPECT_MSG_EQ(parts.at(QbssClass::NAMES[number]),
                                      expected[i],
                                      statistics[i].name);
            }
        }
    }

    std::array<uint64_t, QbssClass::COUNT> m_bytes{};   //!< by class
    std::array<Time, QbssClass::COUNT> m_longest{};     //!< by class
    std::array<uint64_t, QbssClass::COUNT> m_dropped{}; //!< by class
};

/**
 * @ingroup qbss
 * @brief Other lists, queue discs that draw, and what is refused.
 */
class QbssInputTest : public TestCase
{
  public:
    QbssInputTest()
        : TestCase("lists of code points, streams and wrong input")
    {
    }

  private:
    void DoRun() override
    {
        {
            // 46 is in no list, 8 in that of Priority, and 40 in both: it is QBSS
            Link link(
                Link::MakeHelper({{"Filter", "ns3::DscpPacketFilter[Qbss=1,40|Priority=8,40]"}}));
            for (const uint8_t dscp : {1, 40, 46, 8})
            {
                link.Send(dscp, 100, Seconds(10));
            }
            link.Run(Seconds(1));
            const std::vector<uint64_t> expected{2, 1, 1};
            for (uint32_t number = 0; number < QbssClass::COUNT; ++number)
            {
                NS_TEST_EXPECT_MSG_EQ(link.disc->GetAccount(number).packets,
                                      expected[number],
                                      QbssClass::NAMES[number]);
            }
        }
        {
            Link link(Link::MakeHelper({{"ClassQueue", "ns3::RedQueueDisc"}}));
            NS_TEST_EXPECT_MSG_EQ(link.disc->AssignStreams(5), 3, "one of each class");
        }
        for (const std::string list : {"64", "8,-1", "EF", "8;10", "8,,10"})
        {
            const auto said = GetRefusal([&list] {
                burst::SetAttributeOrThrow(CreateObject<DscpPacketFilter>(), "Priority", list);
            });
            NS_TEST_EXPECT_MSG_EQ(
                (said.find("allowed are code points from 0 to 63") != std::string::npos),
                true,
                list << ": " << said);
        }
        const auto refuses = [this](const std::string& part, const std::function<void()>& act) {
            const auto said = GetRefusal(act);
            NS_TEST_EXPECT_MSG_EQ((said.find(part) != std::string::npos), true, said);
        };
        refuses("QbssWeight", [] { Link::MakeHelper({{"QbssWeight", "0"}}); });
        refuses("Scheduler", [] { Link::MakeHelper({{"Scheduler", "ns3::FifoQueueDisc"}}); });
        refuses("the device queue is 0", [] { QbssHelper().SetDeviceQueue(0); });
        refuses("the DSCP is 64", [] { QbssHelper::SetDscp(ApplicationContainer(), 64); });
        refuses("flow control", [] {
            const auto node = CreateObject<Node>();
            const auto device = CreateObject<SimpleNetDevice>();
            node->AddDevice(device);
            QbssHelper().Install(NetDeviceContainer(device));
        });
        refuses("has 1 classes; allowed are 3", [] {
            const auto disc = CreateObject<QbssQueueDisc>();
            const auto child = CreateObject<QueueDiscClass>();
            child->SetQueueDisc(CreateObject<FifoQueueDisc>());
            disc->AddQueueDiscClass(child);
            disc->Initialize();
        });
        refuses("internal queues", [] {
            const auto disc = CreateObject<QbssQueueDisc>();
            disc->AddInternalQueue(CreateObject<DropTailQueue<QueueDiscItem>>());
            disc->Initialize();
        });
        Simulator::Destroy();
    }
};

/**
 * @ingroup qbss
 * @brief Classes and filters that were added take the place of those of the attributes, and what no
 * filter knows is best effort.
 */
class QbssOwnPartsTest : public TestCase
{
  public:
    QbssOwnPartsTest()
        : TestCase("classes and filters of one's own")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool added : {true, false})
        {
            Link link(added ? Link::MakeHelper()
                            : Link::MakeHelper({{"Filter", "ns3::TestQbssSizeFilter"}}));
            const std::vector<uint32_t> limits{3, 5, 7};
            for (const uint32_t limit : added ? limits : std::vector<uint32_t>())
            {
                const auto child = CreateObject<QueueDiscClass>();
                const auto fifo = CreateObject<FifoQueueDisc>();
                fifo->SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, limit));
                child->SetQueueDisc(fifo);
                link.disc->AddQueueDiscClass(child);
            }
            if (added)
            {
                link.disc->AddPacketFilter(CreateObject<SizeFilter>());
            }
            link.Fill(Link::SCAVENGER);                         // large: Priority by the filter
            link.Send(Link::EXPEDITED, 100, MilliSeconds(100)); // small: nothing is known of them
            link.Run(Seconds(1));
            NS_TEST_ASSERT_MSG_EQ(link.disc->GetNQueueDiscClasses(), QbssClass::COUNT, "classes");
            NS_TEST_EXPECT_MSG_EQ(link.disc->GetAccount(QbssClass::SCAVENGER).packets, 0, added);
            NS_TEST_EXPECT_MSG_EQ(link.disc->GetAccount(QbssClass::BEST_EFFORT).packets,
                                  10,
                                  "small ones");
            const auto queued =
                link.disc->GetQueueDiscClass(QbssClass::PRIORITY)->GetQueueDisc()->GetNPackets();
            const uint32_t limit = added ? limits[QbssClass::PRIORITY] : 40;
            NS_TEST_EXPECT_MSG_LT_OR_EQ(queued, limit, "as its queue disc has it");
            NS_TEST_EXPECT_MSG_GT(queued, limit - 2, "full, but for one that just left");
            NS_TEST_EXPECT_MSG_EQ(burst::Join(burst::FindOpen(link.disc)),
                                  "Quota",
                                  "attributes that may change when it runs");
            for (const auto& [name, text] :
                 {std::pair("Scheduler", "ns3::QbssDrrScheduler"),
                  std::pair("ClassQueue", "ns3::FifoQueueDisc[MaxSize=1p]"),
                  std::pair("Filter", "ns3::DscpPacketFilter[Qbss=9]")})
            {
                NS_TEST_EXPECT_MSG_EQ(link.disc->SetAttributeFailSafe(name, StringValue(text)),
                                      false,
                                      name);
            }
        }
    }
};

/**
 * @ingroup qbss
 * @brief SetDscp marks all that stock applications send, and no other application.
 */
class QbssSetDscpTest : public TestCase
{
  public:
    QbssSetDscpTest()
        : TestCase("stock applications that are marked")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(2);
        InternetStackHelper().Install(nodes);
        const auto devices = PointToPointHelper().Install(nodes);
        const auto to =
            Ipv4AddressHelper("10.1.0.0", "255.255.255.0").Assign(devices).GetAddress(1);
        std::map<uint16_t, std::set<uint32_t>> fields; // by destination port
        nodes.Get(0)->GetObject<Ipv4>()->TraceConnectWithoutContext(
            "Tx",
            Callback<void, Ptr<const Packet>, Ptr<Ipv4>, uint32_t>(
                [&fields](Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t) {
                    Ipv4Header header;
                    const auto payload = packet->Copy();
                    payload->RemoveHeader(header);
                    uint8_t ports[4]; // of TCP and UDP
                    payload->CopyData(ports, sizeof(ports));
                    fields[ports[2] << 8 | ports[3]].insert(header.GetTos());
                }));
        uint32_t marked = 0;
        for (const std::string protocol : {"ns3::UdpSocketFactory", "ns3::TcpSocketFactory"})
        {
            for (const uint32_t dscp : {0, 8, 46})
            {
                const uint16_t port = 100 * (marked++ + 1) + dscp;
                const InetSocketAddress remote(to, port);
                PacketSinkHelper(protocol, remote).Install(nodes.Get(1));
                const bool udp = protocol == "ns3::UdpSocketFactory";
                const auto sender = udp ? OnOffHelper(protocol, remote).Install(nodes.Get(0))
                                        : BulkSendHelper(protocol, remote).Install(nodes.Get(0));
                sender.Get(0)->SetAttribute("MaxBytes", UintegerValue(5000));
                QbssHelper::SetDscp(sender, dscp);
            }
        }
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(fields.size(), marked, "all send");
        for (const auto& [port, seen] : fields)
        {
            const std::set<uint32_t> expected{static_cast<uint32_t>(port % 100) << 2};
            NS_TEST_EXPECT_MSG_EQ((seen == expected), true, "to port " << port);
        }
        const auto said = GetRefusal(
            [] { QbssHelper::SetDscp(ApplicationContainer(CreateObject<PacketSink>()), 8); });
        NS_TEST_EXPECT_MSG_NE(said.find("ns3::PacketSink"), std::string::npos, said);
        Simulator::Destroy();
    }
};

/**
 * @ingroup qbss
 * @brief Suite of what a QbssQueueDisc says of itself, and takes.
 */
class QbssAccountsTestSuite : public TestSuite
{
  public:
    QbssAccountsTestSuite()
        : TestSuite("qbss-accounts", Type::UNIT)
    {
        AddTestCase(new QbssAccountsTest);
        AddTestCase(new QbssInputTest);
        AddTestCase(new QbssOwnPartsTest);
        AddTestCase(new QbssSetDscpTest);
    }
};

/// registers itself
static QbssAccountsTestSuite g_qbssAccountsTestSuite;
