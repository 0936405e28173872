/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-qbss-test-link.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/path-measurement-dscp-packet-filter.h"
#include "ns3/simple-net-device.h"
#include "ns3/test.h"

#include <algorithm>
#include <array>
#include <functional>
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

} // namespace

/**
 * @ingroup path-measurement
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
 * @ingroup path-measurement
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
        Simulator::Destroy();
    }
};

/**
 * @ingroup path-measurement
 * @brief Suite of what a QbssQueueDisc says of itself, and takes.
 */
class PathMeasurementQbssAccountsTestSuite : public TestSuite
{
  public:
    PathMeasurementQbssAccountsTestSuite()
        : TestSuite("path-measurement-qbss-accounts", Type::UNIT)
    {
        AddTestCase(new QbssAccountsTest);
        AddTestCase(new QbssInputTest);
    }
};

/// registers itself
static PathMeasurementQbssAccountsTestSuite g_pathMeasurementQbssAccountsTestSuite;
