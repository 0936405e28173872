/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-object-settings.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/config.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/queue-size.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <stdexcept>
#include <string>

/**
 * @file
 * @ingroup burst-core-tests
 * Tests of attributes that refuse values, and of objects that helpers make.
 */

using namespace ns3;

namespace
{

/// Has attributes that refuse.
class Kettle : public Object
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::BurstCoreKettle")
                .SetParent<Object>()
                .AddConstructor<Kettle>()
                .AddAttribute("Liters",
                              "Size of the kettle.",
                              UintegerValue(2),
                              burst::MakeAccessorUntil(MakeUintegerAccessor(&Kettle::m_liters),
                                                       &Kettle::IsBuilt,
                                                       "Build"),
                              MakeUintegerChecker<uint32_t>(1))
                .AddAttribute("Degrees",
                              "Heat.",
                              UintegerValue(20),
                              burst::MakeRefusingAccessor(
                                  MakeUintegerAccessor(&Kettle::SetDegrees, &Kettle::GetDegrees)),
                              MakeUintegerChecker<uint32_t>())
                .AddAttribute("Queue",
                              "What waits.",
                              StringValue("ns3::DropTailQueue<Packet>"),
                              burst::MakeObjectTextAccessor(&Kettle::m_queue),
                              burst::MakeObjectTextChecker<Queue<Packet>>());
        return tid;
    }

    bool IsBuilt() const
    {
        return m_built;
    }

    void Build()
    {
        m_built = true;
    }

  private:
    void SetDegrees(uint32_t degrees)
    {
        if (degrees > 100)
        {
            throw std::invalid_argument("too hot");
        }
        m_degrees = degrees;
    }

    uint32_t GetDegrees() const
    {
        return m_degrees;
    }

    uint32_t m_liters{0};
    uint32_t m_degrees{0};
    burst::ObjectText m_queue;
    bool m_built{false};
};

NS_OBJECT_ENSURE_REGISTERED(Kettle);

/// Has more attributes than a kettle, some of which cannot be set.
class Samovar : public Kettle
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::BurstCoreSamovar")
                                .SetParent<Kettle>()
                                .AddConstructor<Samovar>()
                                .AddAttribute("Taps",
                                              "Number of taps.",
                                              UintegerValue(1),
                                              MakeUintegerAccessor(&Samovar::m_taps),
                                              MakeUintegerChecker<uint32_t>())
                                .AddAttribute("Coals",
                                              "Of former times.",
                                              UintegerValue(1),
                                              MakeUintegerAccessor(&Samovar::m_taps),
                                              MakeUintegerChecker<uint32_t>(),
                                              TypeId::SupportLevel::OBSOLETE,
                                              "Electric now.")
                                .AddAttribute("Cups",
                                              "Cups that were filled.",
                                              TypeId::ATTR_GET,
                                              UintegerValue(0),
                                              MakeUintegerAccessor(&Samovar::GetCups),
                                              MakeUintegerChecker<uint32_t>());
        return tid;
    }

  private:
    uint32_t GetCups() const
    {
        return 0;
    }

    uint32_t m_taps{0};
};

NS_OBJECT_ENSURE_REGISTERED(Samovar);

/// @param action that throws @return what
template <typename Action>
std::string
GetRefusal(Action action)
{
    try
    {
        action();
    }
    catch (const std::invalid_argument& refusal)
    {
        return refusal.what();
    }
    return "";
}

} // namespace

/// What is set too late, or wrong, is refused in the way that the caller asks for.
class AttributeRefusalTestCase : public TestCase
{
  public:
    AttributeRefusalTestCase()
        : TestCase("SetAttribute throws one sentence, SetAttributeFailSafe returns false")
    {
    }

  private:
    void DoRun() override
    {
        auto kettle = CreateObject<Kettle>();
        NS_TEST_EXPECT_MSG_EQ(kettle->SetAttributeFailSafe("Liters", UintegerValue(3)), true, "");
        kettle->Build();
        NS_TEST_EXPECT_MSG_EQ(kettle->SetAttributeFailSafe("Liters", UintegerValue(4)),
                              false,
                              "set although it does nothing");
        NS_TEST_EXPECT_MSG_EQ(
            GetRefusal([&] { kettle->SetAttribute("Liters", UintegerValue(4)); }),
            "Liters of ns3::BurstCoreKettle cannot be '4': it can be set before Build (Size of the "
            "kettle)",
            "no sentence");
        kettle->SetAttribute("Liters", UintegerValue(3)); // as it is
        UintegerValue liters;
        kettle->GetAttribute("Liters", liters);
        NS_TEST_EXPECT_MSG_EQ(liters.Get(), 3, "the refused value is read back");

        NS_TEST_EXPECT_MSG_EQ(kettle->SetAttributeFailSafe("Degrees", UintegerValue(101)),
                              false,
                              "what the setter throws");
        NS_TEST_EXPECT_MSG_EQ(
            GetRefusal([&] { kettle->SetAttribute("Degrees", UintegerValue(101)); }),
            "too hot",
            "what the setter throws");
        NS_TEST_EXPECT_MSG_EQ(
            GetRefusal([&] { burst::SetAttributeOrThrow(kettle, "Degrees", "101"); }),
            "too hot",
            "what the setter throws");

        const StringValue wrong("ns3::Nonsense");
        NS_TEST_EXPECT_MSG_EQ(kettle->SetAttributeFailSafe("Queue", wrong), false, "text");
        NS_TEST_EXPECT_MSG_NE(GetRefusal([&] { kettle->SetAttribute("Queue", wrong); }), "", "");
        const std::string name = "ns3::BurstCoreKettle::Queue";
        NS_TEST_EXPECT_MSG_EQ(Config::SetDefaultFailSafe(name, wrong), false, "default");
        NS_TEST_EXPECT_MSG_NE(GetRefusal([&] { Config::SetDefault(name, wrong); }), "", "");
        NS_TEST_EXPECT_MSG_EQ(kettle->SetAttributeFailSafe("Degrees", UintegerValue(99)), true, "");
    }
};

/// Config paths ask in their way, too; what an attribute does not take is not offered.
class ConfigRefusalTestCase : public TestCase
{
  public:
    ConfigRefusalTestCase()
        : TestCase("Config::Set throws one sentence, Config::SetFailSafe returns false")
    {
    }

  private:
    void DoRun() override
    {
        auto samovar = CreateObject<Samovar>();
        auto node = CreateObject<Node>();
        node->AggregateObject(samovar);
        const std::string path = "/NodeList/*/$ns3::BurstCoreKettle/";
        const auto getLiters = [&samovar] {
            UintegerValue liters;
            samovar->GetAttribute("Liters", liters);
            return liters.Get();
        };
        Config::Set(path + "Liters", UintegerValue(3));
        NS_TEST_EXPECT_MSG_EQ(getLiters(), 3, "before Build");
        samovar->Build();
        NS_TEST_EXPECT_MSG_EQ(
            GetRefusal([&] { Config::Set(path + "Liters", UintegerValue(4)); }),
            "Liters of ns3::BurstCoreSamovar cannot be '4': it can be set before Build (Size of "
            "the kettle)",
            "after Build");
        NS_TEST_EXPECT_MSG_EQ(Config::SetFailSafe(path + "Liters", UintegerValue(4)), false, "");
        NS_TEST_EXPECT_MSG_EQ(Config::SetFailSafe(path + "Liters", UintegerValue(3)),
                              true,
                              "as is");
        NS_TEST_EXPECT_MSG_EQ(
            GetRefusal([&] { Config::Set(path + "Degrees", UintegerValue(101)); }),
            "too hot",
            "what the setter throws");
        NS_TEST_EXPECT_MSG_EQ(Config::SetFailSafe(path + "Degrees", UintegerValue(101)), false, "");
        NS_TEST_EXPECT_MSG_EQ(getLiters(), 3, "refused");

        std::string names;
        for (const auto& attribute : burst::GetSettableAttributes(Samovar::GetTypeId()))
        {
            names += attribute.name + " ";
        }
        NS_TEST_EXPECT_MSG_EQ(names, "Taps Liters Degrees Queue ", "those of ancestors last");
        for (const std::string name : {"Coals", "Cups"})
        {
            NS_TEST_EXPECT_MSG_EQ(
                GetRefusal([&] { burst::SetAttributeOrThrow(samovar, name, "1"); }),
                "ns3::BurstCoreSamovar has no attribute " + name +
                    ", known: Degrees, Liters, Queue, Taps",
                "it cannot be set");
        }
        Simulator::Destroy();
    }
};

/// A helper makes objects that share nothing.
class ObjectSettingsTestCase : public TestCase
{
  public:
    ObjectSettingsTestCase()
        : TestCase("Each object gets objects of its own; one object is not shared")
    {
    }

  private:
    void DoRun() override
    {
        const std::string text = "ns3::DropTailQueue<Packet>[MaxSize=7p]";
        const auto type = SimpleNetDevice::GetTypeId();
        for (const bool asText : {true, false})
        {
            burst::ObjectSettings settings(type);
            settings.Set("TxQueue", StringValue("ns3::DropTailQueue<Packet>")); // replaced
            if (asText)
            {
                settings.Set("TxQueue", StringValue(text));
            }
            else
            {
                settings.Set(
                    "TxQueue",
                    burst::ObjectTextValue(burst::ObjectText(text, Queue<Packet>::GetTypeId())));
            }
            const auto first = settings.Create<SimpleNetDevice>();
            const auto second = settings.Create<SimpleNetDevice>();
            NS_TEST_EXPECT_MSG_NE(first->GetQueue(), second->GetQueue(), "one queue for both");
            for (const auto& device : {first, second})
            {
                NS_TEST_EXPECT_MSG_EQ(device->GetQueue()->GetMaxSize(), QueueSize("7p"), "size");
            }
        }

        burst::ObjectSettings settings(type);
        const auto queue = burst::CreateFromText<Queue<Packet>>(text);
        settings.Set("TxQueue", PointerValue(queue));
        const auto copy = settings; // of a helper: it is the same object still
        NS_TEST_EXPECT_MSG_EQ(settings.Create<SimpleNetDevice>()->GetQueue(), queue, "given");
        for (const auto& again : {settings, copy})
        {
            NS_TEST_EXPECT_MSG_EQ(
                GetRefusal([&] { again.Create<SimpleNetDevice>(); }),
                "TxQueue of ns3::SimpleNetDevice is one object for several; allowed is a text, "
                "such as StringValue(\"" +
                    text + "\"), of which each gets its own",
                "shared");
        }
        for (const auto& [name, value] : {std::pair("TxQeue", text),
                                          std::pair("TxQueue", std::string("ns3::Node")),
                                          std::pair("DataRate", std::string("fast"))})
        {
            NS_TEST_EXPECT_MSG_NE(GetRefusal([&] { settings.Set(name, StringValue(value)); }),
                                  "",
                                  name << " takes " << value);
        }
        NS_TEST_EXPECT_MSG_NE(
            GetRefusal([&] { settings.Set("TxQueue", PointerValue(CreateObject<Kettle>())); }),
            "",
            "an object of another type");
    }
};

/// The tests.
class AttributesTestSuite : public TestSuite
{
  public:
    AttributesTestSuite()
        : TestSuite("burst-core-attributes", Type::UNIT)
    {
        AddTestCase(new AttributeRefusalTestCase);
        AddTestCase(new ConfigRefusalTestCase);
        AddTestCase(new ObjectSettingsTestCase);
    }
};

static AttributesTestSuite g_attributesTestSuite; //!< Registers the suite.
