/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qbss-test-link.h"

#include "ns3/test.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Link = QbssTestLink;

const char* const SCFQ = "ns3::QbssScfqScheduler";

} // namespace

/**
 * @ingroup qbss
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

    /** @param name of the case @param setting the case */
    QbssSharesTest(std::string name, Setting setting)
        : TestCase("shares: " + name),
          m_setting(std::move(setting))
    {
    }

  private:
    void DoRun() override
    {
        Link link(
            Link::MakeHelper({{"Scheduler", m_setting.scheduler}, {"ClassQueue", m_setting.queue}}),
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
 * @ingroup qbss
 * @brief A small packet waits for the device and no other class.
 *
 * Below the classes is a packet on the link and the queue of the device: it waits for at most one
 * more than that queue has. With long rounds of DRR it waits for a quantum of BE too: 69 packets,
 * of which the first one is below the classes when the ping comes.
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
        auto helper = Link::MakeHelper({{"Scheduler", m_scheduler}});
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
        NS_TEST_EXPECT_MSG_GT(waited, 0.95 * m_packets, "but nearly as long");
    }

    uint32_t m_ring;             //!< packets of the queue of the device
    std::vector<uint8_t> m_load; //!< code points
    uint8_t m_dscp;              //!< of the small packets
    uint32_t m_packets;          //!< that they wait for at most
    std::string m_scheduler;     //!< text of the attribute
};

/**
 * @ingroup qbss
 * @brief A cap holds while Priority is alone, and what it leaves is shared by the other weights.
 *
 * Alone at 3 Mb/s of IP packets for 2 s: 3 Mb/s * 2 s are 500 packets, and 15,000 bytes at once are
 * 10 more, 150,000 bytes 100 more. All three for 4 s at 2 Mb/s: 676.7 packets of the 3328.9 that
 * the link takes, and of the rest QBSS has one in 70.
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
        for (const auto& [burst, packets] : {std::pair("15000", 510.0), {"150000", 600.0}})
        {
            Link link(Link::MakeHelper({{"PriorityCap", "3Mb/s"}, {"PriorityBurst", burst}}));
            link.Fill(Link::EXPEDITED);
            link.Run(Seconds(2));
            NS_TEST_EXPECT_MSG_EQ_TOL(link.GetTotal(), packets, 2.0, "alone");
            NS_TEST_EXPECT_MSG_GT(link.disc->GetAccount(QbssClass::PRIORITY).dropped,
                                  500,
                                  "what is too much is dropped");
        }
        Link link(Link::MakeHelper({{"PriorityCap", "2Mb/s"}}));
        const auto priority = link.Fill(Link::PRIORITY);
        const auto bestEffort = link.Fill(Link::BEST_EFFORT);
        const auto scavenger = link.Fill(Link::SCAVENGER);
        link.Run(Seconds(4));
        const double capped = 100 * (2e6 * 4 / 8 + 15000) / Link::LARGE / (4 / Link::TIME);
        NS_TEST_EXPECT_MSG_EQ_TOL(link.GetPercent(priority), capped, 0.2, "Priority");
        NS_TEST_EXPECT_MSG_EQ_TOL(link.GetPercent(bestEffort), (100 - capped) * 69 / 70, 0.2, "BE");
        NS_TEST_EXPECT_MSG_EQ_TOL(link.GetPercent(scavenger), (100 - capped) / 70, 0.1, "QBSS");
        NS_TEST_EXPECT_MSG_EQ_TOL(link.GetTotal(), 4 / Link::TIME, 3.0, "the link is never idle");
    }
};

/**
 * @ingroup qbss
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
        Link link(Link::MakeHelper());
        const auto scavenger = link.Fill(Link::SCAVENGER);
        const auto bestEffort = link.Fill(Link::BEST_EFFORT, Seconds(1));
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
 * @ingroup qbss
 * @brief Suite of QBSS over a link.
 */
class QbssTestSuite : public TestSuite
{
  public:
    QbssTestSuite()
        : TestSuite("qbss", Type::UNIT)
    {
        using Setting = QbssSharesTest::Setting;
        const std::string drr = "ns3::QbssDrrScheduler";
        const std::string longRounds = drr + "[Reference=SmallestWeight]";
        const std::string fifo = "ns3::FifoQueueDisc[MaxSize=40p]";
        const auto add = [this](const std::string& name, const Setting& setting) {
            AddTestCase(new QbssSharesTest(name, setting));
        };
        const decltype(Setting::flows) all{{Link::SCAVENGER, 1},
                                           {Link::BEST_EFFORT, 69},
                                           {Link::EXPEDITED, 30}};
        add("all classes, SCFQ", {SCFQ, false, all});
        add("all classes, SCFQ, IPv6", {SCFQ, true, all});
        add("all classes, DRR", {drr, false, all});
        add("all classes, DRR with long rounds", {longRounds, false, all, fifo, true});
        add("QBSS and BE",
            {SCFQ, false, {{Link::SCAVENGER, 100 / 70.0}, {Link::BEST_EFFORT, 6900 / 70.0}}});
        add("QBSS alone", {SCFQ, false, {{Link::SCAVENGER, 100}}});
        add("QBSS alone, IPv6", {SCFQ, true, {{Link::SCAVENGER, 100}}});
        add("CoDel in classes", {SCFQ, false, all, "ns3::CoDelQueueDisc"});
        add("FqCoDel in classes", {SCFQ, false, all, "ns3::FqCoDelQueueDisc"});
        for (const uint32_t ring : {1, 2})
        {
            for (const uint8_t dscp : {Link::BEST_EFFORT, Link::PRIORITY})
            {
                AddTestCase(new QbssWaitTest(ring, {Link::SCAVENGER}, dscp, ring + 1));
            }
        }
        AddTestCase(new QbssWaitTest(1, {Link::BEST_EFFORT}, Link::PRIORITY, 2));
        AddTestCase(new QbssWaitTest(1, {Link::BEST_EFFORT}, Link::PRIORITY, 2 + 68, longRounds));
        AddTestCase(new QbssCapTest);
        AddTestCase(new QbssEffectTest);
    }
};

static QbssTestSuite g_qbssTestSuite; //!< registers itself
