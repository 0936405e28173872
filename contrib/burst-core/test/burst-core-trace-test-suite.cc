/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-sinks.h"
#include "ns3/burst-core-trace-source.h"
#include "ns3/config.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/**
 * @defgroup burst-core-tests Tests of burst-core
 * @ingroup burst-core
 *
 * @file
 * @ingroup burst-core-tests
 * Tests of trace sources of any signature.
 */

using namespace ns3;

namespace
{

/// Has trace sources whose declared callback types are right, wrong and missing.
class TracedThing : public Object
{
  public:
    static TypeId GetTypeId()
    {
        using This = TracedThing;
        static TypeId tid =
            TypeId("ns3::BurstCoreTracedThing")
                .SetParent<Object>()
                .AddTraceSource("Value", "", MakeTraceSourceAccessor(&This::m_value), "")
                .AddTraceSource("Sizes",
                                "",
                                MakeTraceSourceAccessor(&This::m_sizes),
                                "ns3::TracedValueCallback::Uint32")
                .AddTraceSource("Pair", "", MakeTraceSourceAccessor(&This::m_pair), "")
                .AddTraceSource("Liar",
                                "",
                                MakeTraceSourceAccessor(&This::m_liar),
                                "ns3::TracedValueCallback::Uint32")
                .AddTraceSource("Void", "", MakeTraceSourceAccessor(&This::m_void), "ns3::Liar")
                .AddTraceSource("OnPort", "", MakeTraceSourceAccessor(&This::m_onPort), "");
        return tid;
    }

    TracedValue<int64_t> m_value{5};
    TracedCallback<uint32_t, uint32_t> m_sizes;               ///< declared as old and new
    TracedCallback<uint32_t, uint32_t> m_pair;                ///< of unknown meaning
    TracedCallback<Ptr<const Packet>, const Address&> m_liar; ///< declared as a traced value
    TracedCallback<> m_void;
    TracedCallback<Ptr<const Packet>, uint32_t> m_onPort;
};

/// Is computed late while nobody listens: an upper class, which has a source.
class LazyBase : public Object
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::BurstCoreLazyBase")
                .SetParent<Object>()
                .AddTraceSource("Base",
                                "",
                                burst::MakeSinkAccessor(&LazyBase::m_base, &LazyBase::ChangeSinks),
                                "");
        return tid;
    }

    TracedCallback<uint32_t> m_base;

  protected:
    virtual void ChangeSinks(const burst::SinkChange& change)
    {
        change();
    }
};

/// Brings itself up to the present before a change of its sinks, and looks at them after it.
class LazyThing : public LazyBase
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::BurstCoreLazyThing")
                .SetParent<LazyBase>()
                .AddTraceSource("Own",
                                "",
                                burst::MakeSinkAccessor(&LazyThing::m_own, &LazyThing::ChangeSinks),
                                "");
        return tid;
    }

    TracedCallback<uint32_t> m_own;
    std::vector<std::string> m_changes; ///< what was so before and after each

  private:
    void ChangeSinks(const burst::SinkChange& change) override
    {
        m_own(1); // what is past, for those who have listened
        const std::string before = Look();
        change();
        m_changes.push_back(before + Look());
    }

    std::string Look() const
    {
        return std::string(m_base.IsEmpty() ? "-" : "b") + (m_own.IsEmpty() ? "-" : "o") + " ";
    }
};

/// Keeps what it hears.
class Ear : public burst::TraceListener
{
  public:
    Ear()
        : TraceListener(true)
    {
    }

    std::vector<double> m_heard;

  private:
    void DoFire(double value) override
    {
        m_heard.push_back(value);
    }

    void DoChange(double oldValue, double newValue) override
    {
        m_heard.push_back(newValue - oldValue);
    }
};

using Heard = std::vector<double>;

/// What is heard, and what is refused.
class TraceSourceTestCase : public TestCase
{
  public:
    TraceSourceTestCase()
        : TestCase("Signatures are those of the sources, not those of the manual")
    {
    }

  private:
    void DoRun() override
    {
        const auto thing = CreateObject<TracedThing>();
        const auto hear = [&thing](const std::string& trace) {
            auto ear = std::make_shared<Ear>();
            burst::TraceSource(thing, trace).Connect(ear);
            return ear;
        };
        const auto value = hear("Value");
        const auto sizes = hear("Sizes");
        const auto liar = hear("Liar");
        const auto nothing = hear("Void");
        Expect("arguments", [&] { hear("Pair"); });
        Expect("arguments", [&] { hear("OnPort"); });
        Expect("has no trace source", [&] { hear("Vlaue"); });

        const auto exact = std::make_shared<Ear>();
        const burst::TraceSource onPort(thing, "OnPort");
        onPort.ConnectAs<Ptr<const Packet>, uint32_t>(
            exact,
            [](Ptr<const Packet> packet, uint32_t port) { return port * packet->GetSize(); });
        burst::TraceSource(thing, "Pair").ConnectAs<uint32_t, uint32_t>(exact, [](auto a, auto b) {
            return a * b;
        });
        burst::TraceSource(thing, "Value").ConnectAs<int64_t, int64_t>(exact, [](auto a, auto b) {
            return a * b;
        });
        Expect("template arguments", [&] {
            onPort.ConnectAs<Ptr<const Packet>, uint64_t>(exact, [](auto&&...) { return 1; });
        });
        Expect("template arguments", [&] {
            onPort.ConnectAs<Ptr<Packet>, uint32_t>(exact, [](auto&&...) { return 1; });
        });
        Expect("template arguments", [&] {
            burst::TraceSource(thing, "Value").ConnectAs<int64_t>(exact, [](auto) { return 1; });
        });

        thing->m_value = 7;
        thing->m_sizes(10, 4);
        thing->m_pair(3, 5);
        thing->m_liar(Create<Packet>(100), Address());
        thing->m_void();
        thing->m_onPort(Create<Packet>(20), 3);
        NS_TEST_EXPECT_MSG_EQ((value->m_heard == Heard{2}), true, "from 5 to 7");
        NS_TEST_EXPECT_MSG_EQ((sizes->m_heard == Heard{-6}), true, "from 10 to 4");
        NS_TEST_EXPECT_MSG_EQ((liar->m_heard == Heard{100}), true, "bytes of the packet");
        NS_TEST_EXPECT_MSG_EQ((nothing->m_heard == Heard{1}), true, "a firing");
        NS_TEST_EXPECT_MSG_EQ((exact->m_heard == Heard{35, 15, 60}), true, "as told");
    }

    /// @param part of the sentence that @p call is refused with
    template <typename Call>
    void Expect(const std::string& part, Call call)
    {
        std::string sentence;
        try
        {
            call();
        }
        catch (const std::invalid_argument& error)
        {
            sentence = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(sentence.find(part), std::string::npos, part << ": " << sentence);
    }
};

/// Sources of a stock device, found by a path; a callback of nobody can be taken off.
class TracePathTestCase : public TestCase
{
  public:
    TracePathTestCase()
        : TestCase("Sources by path")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<Ptr<DropTailQueue<Packet>>> queues;
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto node = CreateObject<Node>();
            const auto device = CreateObject<SimpleNetDevice>();
            node->AddDevice(device);
            queues.push_back(CreateObject<DropTailQueue<Packet>>());
            device->SetQueue(queues.back());
        }
        const auto ear = std::make_shared<Ear>();
        const auto sources = burst::TraceSource::Find("/NodeList/*/DeviceList/*/TxQueue/Enqueue");
        NS_TEST_ASSERT_MSG_EQ(sources.size(), 2, "one for each device");
        for (const auto& source : sources)
        {
            source.Connect(ear);
        }
        NS_TEST_EXPECT_MSG_EQ(sources[1].GetPlace(), "NodeList/1/DeviceList/0/TxQueue", "place");
        queues[0]->TraceDisconnectWithoutContext("Enqueue",
                                                 MakeNullCallback<void, Ptr<const Packet>>());
        queues[0]->Enqueue(Create<Packet>(7));
        queues[1]->Enqueue(Create<Packet>(9));
        ear->Stop();
        queues[1]->Enqueue(Create<Packet>(11));
        NS_TEST_EXPECT_MSG_EQ((ear->m_heard == Heard{7, 9}), true, "bytes, until it is stopped");
        Simulator::Destroy();
    }
};

/// Objects are found by a path with their places, and a wrong path never ends the program.
class FoundObjectsTestCase : public TestCase
{
  public:
    FoundObjectsTestCase()
        : TestCase("Objects by path")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<Ptr<Object>> things;
        for (uint32_t i = 0; i < 3; ++i)
        {
            const auto node = CreateObject<Node>();
            things.push_back(CreateObject<LazyThing>());
            if (i != 1)
            {
                node->AggregateObject(things.back());
            }
        }
        const auto found = burst::FindObjects("/NodeList/*/$ns3::BurstCoreLazyBase");
        NS_TEST_ASSERT_MSG_EQ(found.size(), 2, "of this class or an heir");
        NS_TEST_EXPECT_MSG_EQ(found[0].first, things[0], "the object");
        NS_TEST_EXPECT_MSG_EQ(found[1].first, things[2], "the object");
        NS_TEST_EXPECT_MSG_EQ(found[0].second, "NodeList/0/BurstCoreLazyBase", "its place");
        NS_TEST_EXPECT_MSG_EQ(found[1].second, "NodeList/2/BurstCoreLazyBase", "its place");
        for (const auto& [path, part] : std::vector<std::pair<std::string, std::string>>{
                 {"NodeList/0", "is not the Config path of an object"},
                 {"", "is not the Config path of an object"},
                 {"/NodeList/*/$ns3::Nobody", "the type 'ns3::Nobody', which ns-3 does not know"},
                 {"/NodeList/7", "paths begin with one of "},
                 {"/Nowhere/0", "NodeList"},
                 {"/NodeList/0/DeviceLst/0", "'/NodeList/0' does, and goes on with "}})
        {
            std::string sentence;
            try
            {
                burst::FindObjects(path);
            }
            catch (const std::invalid_argument& error)
            {
                sentence = error.what();
            }
            NS_TEST_EXPECT_MSG_NE(sentence.find(part), std::string::npos, path << ": " << sentence);
        }
        Simulator::Destroy();
    }
};

/// An object performs each change of its sinks itself, whoever connects them in which way.
class SinksTestCase : public TestCase
{
  public:
    SinksTestCase()
        : TestCase("An object takes part in changes of its sinks")
    {
    }

  private:
    void DoRun() override
    {
        const auto thing = CreateObject<LazyThing>();
        const auto node = CreateObject<Node>();
        node->AggregateObject(thing);
        const auto plain = MakeCallback(&SinksTestCase::Hear, this);
        const auto named = MakeCallback(&SinksTestCase::HearNamed, this);
        const std::string path = "/NodeList/*/$ns3::BurstCoreLazyThing/";
        const auto ear = std::make_shared<Ear>();
        NS_TEST_EXPECT_MSG_EQ(thing->TraceConnectWithoutContext("Own", plain), true, "own");
        NS_TEST_EXPECT_MSG_EQ(m_heard, 0, "nothing of the past");
        NS_TEST_EXPECT_MSG_EQ(thing->TraceConnect("Base", "thing", named), true, "base");
        NS_TEST_EXPECT_MSG_EQ(m_heard, 1, "the past, once");
        thing->TraceDisconnectWithoutContext("Own", plain);
        thing->TraceDisconnect("Base", "thing", named);
        Config::Connect(path + "Own", named);
        Config::Disconnect(path + "Own", named);
        burst::TraceSource(thing, "Base").Connect(ear);
        const std::vector<std::string>
            expected{"-- -o ", "-o bo ", "bo b- ", "b- -- ", "-- -o ", "-o -- ", "-- b- "};
        NS_TEST_EXPECT_MSG_EQ((thing->m_changes == expected), true, "before and after each");
        thing->m_base(4);
        NS_TEST_EXPECT_MSG_EQ((ear->m_heard == Heard{4}), true, "a source of known signature");
        NS_TEST_EXPECT_MSG_EQ(thing->TraceConnectWithoutContext("None", plain), false, "none");
        NS_TEST_EXPECT_MSG_EQ(thing->m_changes.size(), expected.size(), "no change");
        Simulator::Destroy();
    }

    void Hear(uint32_t number)
    {
        m_heard += number;
    }

    void HearNamed(std::string /* context */, uint32_t number)
    {
        m_heard += number;
    }

    uint32_t m_heard{0};
};

/// Trace sources of any signature.
class BurstCoreTraceTestSuite : public TestSuite
{
  public:
    BurstCoreTraceTestSuite()
        : TestSuite("burst-core-trace", Type::UNIT)
    {
        AddTestCase(new TraceSourceTestCase);
        AddTestCase(new TracePathTestCase);
        AddTestCase(new FoundObjectsTestCase);
        AddTestCase(new SinksTestCase);
    }
};

BurstCoreTraceTestSuite g_burstCoreTraceTestSuite; ///< registers the suite

} // namespace
