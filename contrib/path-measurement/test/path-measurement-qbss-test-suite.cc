/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-qbss-test-link.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/data-rate.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/path-measurement-dscp-packet-filter.h"
#include "ns3/simple-net-device.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using namespace ns3;

namespace
{

using Link = QbssTestLink;

constexpr uint8_t SCAVENGER = 8;   //!< code point of QBSS
constexpr uint8_t BEST_EFFORT = 0; //!< one that is in no list
constexpr uint8_t PRIORITY = 10;   //!< of the SLAC test bed
constexpr uint8_t EXPEDITED = 46;  //!< the other one of Priority
const char* const SCFQ = "ns3::QbssScfqScheduler";

/** @param attributes of the queue disc by name @return helper with these */
QbssHelper
MakeHelper(const std::vector<std::pair<std::string, std::string>>& attributes = {})
{
    QbssHelper helper;
    for (const auto& [name, value] : attributes)
    {
        helper.SetDiscAttribute(name, StringValue(value));
    }
    return helper;
}

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
 * @brief Shares of classes that always have packets, and no gap in between on the link.
 *
 * With weights w shares are w over the sum of those that send. The link takes 1 / (1502 * 8 / 10^7
 * s) = 832.2 packets a second: 2 s are 1664 of them, of which the first ones come after 1.3 ms.
 */
class QbssSharesTest : public TestCase
{
  public:
    /** A case. */
    struct Setting
    {
        std::string scheduler;                                //!< text of the attribute
        bool ipv6;                                            //!< whether packets are IPv6
        std::vector<std::pair<uint8_t, double>> flows;        //!< code points and expected percent
        std::string queue{"ns3::FifoQueueDisc[MaxSize=40p]"}; //!< of a class
        bool longRounds{false}; //!< whether a round is 100 packets, and each class sends once in it
    };

    QbssSharesTest(std::string name, Setting setting)
        : TestCase("shares: " + name),
          m_setting(std::move(setting))
    {
    }

  private:
    void DoRun() override
    {
        Link link(MakeHelper({{"Scheduler", m_setting.scheduler}, {"ClassQueue", m_setting.queue}}),
                  m_setting.ipv6);
        for (const auto& [dscp, percent] : m_setting.flows)
        {
            link.Fill(dscp);
        }
        link.Run(Seconds(2));
        // the last round may be cut: of 1664 packets up to 25 then are of the wrong class
        const double tolerance = m_setting.longRounds ? 1.5 : 0.3;
        for (std::size_t i = 0; i < m_setting.flows.size(); ++i)
        {
            const auto& [dscp, percent] = m_setting.flows[i];
            NS_TEST_EXPECT_MSG_EQ_TOL(link.GetPercent(i),
                                      percent,
                                      tolerance,
                                      "share of DSCP " << +dscp);
            NS_TEST_EXPECT_MSG_EQ(link.flows[i].changed, false, "code points stay as they are");
            if (percent > 0)
            {
                // nobody starves: a class of 1 percent sends once in 100 packets, and so on
                const double round = m_setting.longRounds ? 100 : 100 / percent;
                NS_TEST_EXPECT_MSG_LT(link.flows[i].longestGap,
                                      (round + 3) * Link::TIME,
                                      "gap of DSCP " << +dscp);
            }
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(link.GetTotal(), 2 / Link::TIME, 3.0, "the link is never idle");
    }

    Setting m_setting; //!< the case
};

/**
 * @ingroup path-measurement
 * @brief A small packet waits for the device and no class, while others have packets.
 *
 * Below the classes is a packet on the link and the queue of the device: it waits for at most one
 * more than that queue has. In its own class of 40 packets that is full it waits for these too.
 */
class QbssWaitTest : public TestCase
{
  public:
    /**
     * @param ring packets of the queue of the device
     * @param load code points that fill their class
     * @param dscp code point of the small packets
     * @param packets that they wait for at most
     * @param scheduler text of the attribute
     */
    QbssWaitTest(uint32_t ring,
                 std::vector<uint8_t> load,
                 uint8_t dscp,
                 uint32_t packets,
                 std::string scheduler = SCFQ)
        : TestCase("wait of DSCP " + std::to_string(dscp) + " over a queue of " +
                   std::to_string(ring) + ", " + scheduler),
          m_ring(ring),
          m_load(std::move(load)),
          m_dscp(dscp),
          m_packets(packets),
          m_scheduler(std::move(scheduler))
    {
    }

  private:
    void DoRun() override
    {
        auto helper = MakeHelper({{"Scheduler", m_scheduler}});
        helper.SetDeviceQueue(m_ring);
        Link link(helper);
        for (const auto dscp : m_load)
        {
            link.Fill(dscp);
        }
        // 7.919 ms are 6.59 packets: sooner or later one comes at each moment of a packet
        const auto ping = link.Send(m_dscp, 84, MicroSeconds(7919), MilliSeconds(100));
        link.Run(Seconds(4));
        const double waited = link.flows[ping].longestWait / Link::TIME;
        NS_TEST_EXPECT_MSG_LT(waited, m_packets + 1e-6, "no longer than that");
        NS_TEST_EXPECT_MSG_GT(waited, m_packets - 0.2, "but nearly as long");
    }

    uint32_t m_ring;             //!< packets of the queue of the device
    std::vector<uint8_t> m_load; //!< code points
    uint8_t m_dscp;              //!< of the small packets
    uint32_t m_packets;          //!< that they wait for at most
    std::string m_scheduler;     //!< text of the attribute
};

/**
 * @ingroup path-measurement
 * @brief A cap holds while Priority is alone, and what it leaves is shared by the other weights.
 *
 * Alone at 3 Mb/s of IP packets for 2 s: 3 Mb/s * 2 s are 500 packets, and 15,000 bytes at once are
 * 10 more. All three for 4 s at 2 Mb/s: 676.7 packets of the 3328.9 that the link takes, and of the
 * rest QBSS has one in 70.
 */
class QbssCapTest : public TestCase
{
  public:
    QbssCapTest()
        : TestCase("cap of Priority")
    {
    }

  private:
    void DoRun() override
    {
        {
            Link link(MakeHelper({{"PriorityCap", "3Mb/s"}}));
            link.Fill(EXPEDITED);
            link.Run(Seconds(2));
            NS_TEST_EXPECT_MSG_EQ_TOL(link.GetTotal(), 510.0, 2.0, "alone");
            NS_TEST_EXPECT_MSG_GT(link.disc->GetAccount(QbssClass::PRIORITY).dropped,
                                  500,
                                  "what is too much is dropped");
        }
        Link link(MakeHelper({{"PriorityCap", "2Mb/s"}}));
        const auto priority = link.Fill(PRIORITY);
        const auto bestEffort = link.Fill(BEST_EFFORT);
        const auto scavenger = link.Fill(SCAVENGER);
        link.Run(Seconds(4));
        const double capped = 100 * (2e6 * 4 / 8 + 15000) / Link::LARGE / (4 / Link::TIME);
        NS_TEST_EXPECT_MSG_EQ_TOL(link.GetPercent(priority), capped, 0.2, "Priority");
        NS_TEST_EXPECT_MSG_EQ_TOL(link.GetPercent(bestEffort), (100 - capped) * 69 / 70, 0.2, "BE");
        NS_TEST_EXPECT_MSG_EQ_TOL(link.GetPercent(scavenger), (100 - capped) / 70, 0.1, "QBSS");
        NS_TEST_EXPECT_MSG_EQ_TOL(link.GetTotal(), 4 / Link::TIME, 3.0, "the link is never idle");
    }
};

/**
 * @ingroup path-measurement
 * @brief A class that comes or goes has effect in the 100 ms in which it does.
 *
 * QBSS has the link, BE comes at 1 s and has 69/70 of it at once, 82 packets in 100 ms; while QBSS
 * has one.
 */
class QbssEffectTest : public TestCase
{
  public:
    QbssEffectTest()
        : TestCase("effect at once")
    {
    }

  private:
    void DoRun() override
    {
        Link link(MakeHelper());
        const auto scavenger = link.Fill(SCAVENGER);
        const auto bestEffort = link.Fill(BEST_EFFORT, Seconds(1));
        link.Run(Seconds(2));
        const double full = 0.1 / Link::TIME;
        const auto& qbss = link.flows[scavenger].bins;
        const auto& other = link.flows[bestEffort].bins;
        for (uint32_t bin = 1; bin < 20; ++bin)
        {
            const double share = bin < 10 ? full : full / 70;
            NS_TEST_EXPECT_MSG_EQ_TOL(qbss[bin], share, 3.0, "bin " << bin);
        }
        for (uint32_t bin = 10; bin < 20; ++bin)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(other[bin], full * 69 / 70, 3.0, "bin " << bin);
        }
    }
};

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

    /** @param number of the class @param item that is dropped */
    void Dropped(uint32_t number, Ptr<const QueueDiscItem> /* item */)
    {
        ++m_dropped[number];
    }

    void DoRun() override
    {
        Link link(MakeHelper());
        link.disc->TraceConnectWithoutContext("Sent", MakeCallback(&QbssAccountsTest::Sent, this));
        link.disc->TraceConnectWithoutContext("Dropped",
                                              MakeCallback(&QbssAccountsTest::Dropped, this));
        for (const uint8_t dscp : {SCAVENGER, BEST_EFFORT, EXPEDITED})
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
            Link link(MakeHelper({{"Filter", "ns3::DscpPacketFilter[Qbss=1,40|Priority=8,40]"}}));
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
            Link link(MakeHelper({{"ClassQueue", "ns3::RedQueueDisc"}}));
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
        refuses("QbssWeight", [] { MakeHelper({{"QbssWeight", "0"}}); });
        refuses("Scheduler", [] { MakeHelper({{"Scheduler", "ns3::FifoQueueDisc"}}); });
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
 * @brief Suite of QBSS over a link.
 */
class PathMeasurementQbssTestSuite : public TestSuite
{
  public:
    PathMeasurementQbssTestSuite()
        : TestSuite("path-measurement-qbss", Type::UNIT)
    {
        using Setting = QbssSharesTest::Setting;
        const std::string drr = "ns3::QbssDrrScheduler";
        const std::string fifo = "ns3::FifoQueueDisc[MaxSize=40p]";
        const std::string strict = "ns3::QbssStrictScheduler";
        const auto add = [this](const std::string& name, const Setting& setting) {
            AddTestCase(new QbssSharesTest(name, setting));
        };
        const decltype(Setting::flows) all{{SCAVENGER, 1}, {BEST_EFFORT, 69}, {EXPEDITED, 30}};
        add("all classes, SCFQ", {SCFQ, false, all});
        add("all classes, SCFQ, IPv6", {SCFQ, true, all});
        add("all classes, DRR", {drr, false, all});
        add("all classes, DRR with long rounds",
            {drr + "[Reference=SmallestWeight]", false, all, fifo, true});
        add("QBSS and BE", {SCFQ, false, {{SCAVENGER, 100 / 70.0}, {BEST_EFFORT, 6900 / 70.0}}});
        add("QBSS alone", {SCFQ, false, {{SCAVENGER, 100}}});
        add("QBSS alone, IPv6", {SCFQ, true, {{SCAVENGER, 100}}});
        add("strict priority", {strict, false, {{SCAVENGER, 0}, {BEST_EFFORT, 100}}});
        add("CoDel in classes", {SCFQ, false, all, "ns3::CoDelQueueDisc"});
        add("FqCoDel in classes", {SCFQ, false, all, "ns3::FqCoDelQueueDisc"});
        for (const uint32_t ring : {1, 2})
        {
            for (const uint8_t dscp : {BEST_EFFORT, PRIORITY})
            {
                AddTestCase(new QbssWaitTest(ring, {SCAVENGER}, dscp, ring + 1));
            }
        }
        AddTestCase(new QbssWaitTest(1, {BEST_EFFORT}, PRIORITY, 2));
        AddTestCase(new QbssCapTest);
        AddTestCase(new QbssEffectTest);
        AddTestCase(new QbssAccountsTest);
        AddTestCase(new QbssInputTest);
    }
};

static PathMeasurementQbssTestSuite g_pathMeasurementQbssTestSuite; //!< registers itself
