/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Canonical texts: what means the same has one text, what does not has another. A value is drawn
// first, as a number or a word, and then written in one of the ways ns-3 reads; the texts are
// judged by the values.

#include "ns3/address.h"
#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/integer.h"
#include "ns3/ipv4-address.h"
#include "ns3/mac48-address.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/queue-size.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** An attribute of every kind, objects among them. */
class EveryKind : public Object
{
  public:
    enum Color
    {
        RED,
        GREEN
    };

    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::EveryKind")
                .SetParent<Object>()
                .AddConstructor<EveryKind>()
                .AddAttribute("Address",
                              "",
                              AddressValue(),
                              MakeAddressAccessor(&EveryKind::m_address),
                              MakeAddressChecker())
                .AddAttribute("Boolean",
                              "",
                              BooleanValue(true),
                              MakeBooleanAccessor(&EveryKind::m_boolean),
                              MakeBooleanChecker())
                .AddAttribute("DataRate",
                              "",
                              StringValue("2kbps"),
                              MakeDataRateAccessor(&EveryKind::m_rate),
                              MakeDataRateChecker())
                .AddAttribute("Double",
                              "",
                              DoubleValue(0.5),
                              MakeDoubleAccessor(&EveryKind::m_double),
                              MakeDoubleChecker<double>())
                .AddAttribute("Enum",
                              "",
                              EnumValue(GREEN),
                              burst::MakeEnumerationAccessor<Color>(&EveryKind::m_color),
                              MakeEnumChecker(RED, "RED", GREEN, "GREEN"))
                .AddAttribute("Factory",
                              "",
                              ObjectFactoryValue(),
                              MakeObjectFactoryAccessor(&EveryKind::m_factory),
                              MakeObjectFactoryChecker())
                .AddAttribute("Integer",
                              "",
                              IntegerValue(-1),
                              MakeIntegerAccessor(&EveryKind::m_integer),
                              MakeIntegerChecker<int64_t>())
                .AddAttribute("Ipv4Address",
                              "",
                              Ipv4AddressValue("10.0.0.1"),
                              MakeIpv4AddressAccessor(&EveryKind::m_ipv4),
                              MakeIpv4AddressChecker())
                .AddAttribute("Mac48Address",
                              "",
                              Mac48AddressValue("00:00:00:00:00:01"),
                              MakeMac48AddressAccessor(&EveryKind::m_mac),
                              MakeMac48AddressChecker())
                .AddAttribute("ObjectText",
                              "",
                              StringValue("ns3::EveryKind[Uinteger=2]"),
                              burst::MakeObjectTextAccessor(&EveryKind::m_text),
                              burst::MakeObjectTextChecker<EveryKind>())
                .AddAttribute("Pointer",
                              "",
                              PointerValue(),
                              MakePointerAccessor(&EveryKind::m_pointer),
                              MakePointerChecker<EveryKind>())
                .AddAttribute("QueueSize",
                              "",
                              StringValue("1kB"),
                              MakeQueueSizeAccessor(&EveryKind::m_size),
                              MakeQueueSizeChecker())
                .AddAttribute("String",
                              "",
                              StringValue("a"),
                              MakeStringAccessor(&EveryKind::m_string),
                              MakeStringChecker())
                .AddAttribute("Time",
                              "",
                              StringValue("1ms"),
                              MakeTimeAccessor(&EveryKind::m_time),
                              MakeTimeChecker())
                .AddAttribute("TypeId",
                              "",
                              TypeIdValue(Object::GetTypeId()),
                              MakeTypeIdAccessor(&EveryKind::m_type),
                              MakeTypeIdChecker())
                .AddAttribute("Uinteger",
                              "",
                              UintegerValue(0),
                              MakeUintegerAccessor(&EveryKind::m_uinteger),
                              MakeUintegerChecker<uint64_t>());
        return tid;
    }

  private:
    Address m_address;
    bool m_boolean;
    DataRate m_rate;
    double m_double;
    Color m_color;
    ObjectFactory m_factory;
    int64_t m_integer;
    Ipv4Address m_ipv4;
    Mac48Address m_mac;
    burst::ObjectText m_text;
    Ptr<EveryKind> m_pointer;
    QueueSize m_size;
    std::string m_string;
    Time m_time;
    TypeId m_type;
    uint64_t m_uinteger;
};

NS_OBJECT_ENSURE_REGISTERED(EveryKind);

} // namespace ns3

namespace
{

using namespace ns3;

std::mt19937 g_random(9);

std::size_t
Draw(std::size_t n)
{
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(g_random);
}

std::string
Pick(const std::vector<std::string>& words)
{
    return words[Draw(words.size())];
}

/** The ways to write 0 to 3 times a power of ten. */
std::string
Number(int n, const std::string& exponent = "")
{
    const std::string text = std::to_string(n);
    return exponent.empty() ? Pick({text, "0" + text, text + ".0", text + ".", text + "e0"})
                            : Pick({text, "+" + text, text + ".00"}) + exponent;
}

/** By kind of attribute, how to write the n-th of four values. */
const std::map<std::string, std::function<std::string(int)>> WRITERS{
    {"Address",
     [](int n) {
         const std::string last = std::string(1, "abcd"[n]);
         return Pick({"03-02-0f:0", "03-02-0F:0"}) + Pick({last, std::string(1, "ABCD"[n])});
     }},
    {"Boolean", [](int n) { return n % 2 ? Pick({"true", "t", "1"}) : Pick({"false", "f", "0"}); }},
    {"DataRate",
     [](int n) {
         return Pick({std::to_string(n) + "kbps",
                      std::to_string(n) + "kb/s",
                      std::to_string(n * 1000) + "bps",
                      "0.00" + std::to_string(n) + "Mbps"});
     }},
    {"Double",
     [](int n) {
         return Pick({Pick({"", "+"}) + std::to_string(n) + ".5",
                      std::to_string(10 * n + 5) + "e-1",
                      std::to_string(n) + ".50000"});
     }},
    {"Enum", [](int n) { return std::string(n % 2 ? "GREEN" : "RED"); }},
    {"Integer", [](int n) { return "-" + Number(n + 1); }},
    {"Ipv4Address", [](int n) { return "10.0.0." + std::to_string(n); }},
    {"Mac48Address",
     [](int n) { return Pick({"00:00:00:00:00:0", "0:0:0:0:0:"}) + std::to_string(n); }},
    {"QueueSize",
     [](int n) {
         const std::string text = std::to_string(n / 2 + 1);
         return n % 2 ? text + "p" : Pick({text + "kB", text + "000B"});
     }},
    {"String", [](int n) { return std::vector<std::string>{"a", "", "a=b", "[a|Time=1s]"}[n]; }},
    {"Time",
     [](int n) {
         return Pick(
             {Number(n, "ms"), Number(n, "e-3s"), Number(1000 * n, "us"), Number(n, "e-3")});
     }},
    {"TypeId",
     [](int n) {
         return "ns3::" +
                std::vector<std::string>{"Object", "Node", "EveryKind", "Queue<Packet>"}[n];
     }},
    {"Uinteger", [](int n) { return Number(n); }},
};

/** Values by kind as numbers for the writers, objects by kind. */
struct Tree
{
    std::map<std::string, int> values;
    std::map<std::string, Tree> objects;
};

/** What an object has of which nothing was said. */
const std::map<std::string, int> DEFAULTS{{"Boolean", 1},
                                          {"DataRate", 2},
                                          {"Double", 0},
                                          {"Enum", 1},
                                          {"Integer", 0},
                                          {"Ipv4Address", 1},
                                          {"Mac48Address", 1},
                                          {"QueueSize", 0},
                                          {"String", 0},
                                          {"Time", 1},
                                          {"TypeId", 0},
                                          {"Uinteger", 0}};

Tree
DrawTree(int depth)
{
    Tree tree;
    for (std::size_t i = Draw(4); i > 0; --i)
    {
        const int n = static_cast<int>(Draw(4));
        const auto writer = std::next(WRITERS.begin(), Draw(WRITERS.size()));
        const bool two = writer->first == "Boolean" || writer->first == "Enum";
        tree.values[writer->first] = two ? n % 2 : n;
    }
    if (depth > 0 && Draw(2) == 0)
    {
        tree.objects[Pick({"Pointer", "ObjectText", "Factory"})] = DrawTree(depth - 1);
    }
    return tree;
}

/** What the tree means, without what is at its default. */
std::string
Mean(const Tree& tree)
{
    std::string meaning;
    for (const auto& [kind, n] : tree.values)
    {
        const auto same = DEFAULTS.find(kind);
        if (same == DEFAULTS.end() || same->second != n)
        {
            meaning += kind + std::to_string(n) + ",";
        }
    }
    for (const auto& [kind, object] : tree.objects)
    {
        const std::string inner = Mean(object);
        meaning += kind == "ObjectText" && inner == "(Uinteger2,)" ? "" : kind + inner;
    }
    return "(" + meaning + ")";
}

/** One of the texts of the tree. */
std::string
Spell(const Tree& tree)
{
    std::vector<std::string> parts;
    for (const auto& [kind, write] : WRITERS)
    {
        const auto value = tree.values.find(kind);
        const auto same = DEFAULTS.find(kind);
        if (value != tree.values.end())
        {
            parts.push_back(kind + "=" + write(value->second));
        }
        else if (same != DEFAULTS.end() && Draw(6) == 0)
        {
            parts.push_back(kind + "=" + write(same->second));
        }
    }
    for (const auto& [kind, object] : tree.objects)
    {
        parts.push_back(kind + "=" + Spell(object));
    }
    std::shuffle(parts.begin(), parts.end(), g_random);
    std::string text;
    for (const auto& part : parts)
    {
        text += (text.empty() ? "" : "|") + part;
    }
    return "ns3::EveryKind" + (text.empty() ? Pick({"", "[]"}) : "[" + text + "]");
}

TEST(BurstCoreCanonicalText, IsOneForWhatMeansTheSameAndAnotherForWhatDoesNot)
{
    std::map<std::string, std::string> meanings;
    std::map<std::string, std::string> texts;
    for (int i = 0; i < 2000; ++i)
    {
        const Tree tree = DrawTree(4);
        const std::string meaning = Mean(tree);
        const std::string spelled = Spell(tree);
        const burst::ObjectText object(spelled, EveryKind::GetTypeId());
        const std::string text = object.Write();
        ASSERT_EQ(meanings.emplace(text, meaning).first->second, meaning) << text << "\n"
                                                                          << spelled;
        ASSERT_EQ(texts.emplace(meaning, text).first->second, text) << spelled;
        ASSERT_EQ(burst::ObjectText(text, TypeId()).Write(), text);
        if (meaning.find("Factory") == std::string::npos)
        {
            ASSERT_EQ(burst::WriteObject(*object.CreateObject()), text) << spelled;
        }
    }
    EXPECT_GT(texts.size(), 1000U); // the draws are not all the same
}

TEST(BurstCoreCanonicalText, OfADefaultIsReadAsItself)
{
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        for (const auto& attribute : burst::GetSettableAttributes(type))
        {
            const auto text = burst::WriteAttribute(*attribute.initialValue, attribute.checker);
            if (!text.empty()) // no object, no callback
            {
                EXPECT_EQ(burst::ReadAttribute(text, attribute, type.GetName()).text, text);
            }
        }
    }
}

TEST(BurstCoreObjectText, MakesNewObjectsToTheBottom)
{
    const burst::ObjectText text("ns3::EveryKind[Pointer=ns3::EveryKind[Double=1]]", TypeId());
    PointerValue first;
    PointerValue second;
    text.CreateObject()->GetAttribute("Pointer", first);
    text.CreateObject()->GetAttribute("Pointer", second);
    EXPECT_NE(first.GetObject(), second.GetObject());
}

TEST(BurstCoreObjectText, IsReadWithoutTakingAStream)
{
    const auto checker = MakePointerChecker<RandomVariableStream>();
    const auto first = RngSeedManager::GetNextStreamIndex();
    burst::ReadAttribute(
        "ns3::SequentialRandomVariable[Increment=ns3::UniformRandomVariable[Max=2]]",
        checker);
    EXPECT_EQ(RngSeedManager::GetNextStreamIndex(), first + 1);
}

TEST(BurstCoreObjectText, IsCheckedByNs3Itself)
{
    const auto object = CreateObject<EveryKind>();
    const std::string nested = "ns3::EveryKind[ObjectText=ns3::EveryKind[Double=1]]";
    object->SetAttribute("ObjectText", StringValue(nested));
    StringValue read;
    object->GetAttribute("ObjectText", read);
    EXPECT_EQ(read.Get(), nested);
    EXPECT_FALSE(object->SetAttributeFailSafe(
        "ObjectText",
        burst::ObjectTextValue(burst::ObjectText("ns3::UniformRandomVariable", TypeId()))));
    EXPECT_FALSE(object->SetAttributeFailSafe("ObjectText", burst::ObjectTextValue()));
    for (const char* wrong : {"", "ns3::Nonsense", "ns3::Node", "ns3::EveryKind[Double=x]"})
    {
        EXPECT_THROW(object->SetAttribute("ObjectText", StringValue(wrong)), std::invalid_argument);
        EXPECT_THROW(Config::SetDefault("ns3::EveryKind::ObjectText", StringValue(wrong)),
                     std::invalid_argument);
        ObjectFactory factory("ns3::EveryKind");
        EXPECT_THROW(factory.Set("ObjectText", StringValue(wrong)), std::invalid_argument);
    }
}

TEST(BurstCoreObjectText, HasBracketsThatMatchAndAreNotTooDeep)
{
    const std::string open = "ns3::EveryKind[Pointer=";
    for (const std::size_t depth : {10, 64, 65, 100000})
    {
        std::string text;
        for (std::size_t i = 1; i < depth; ++i)
        {
            text += open;
        }
        text += "ns3::EveryKind[Double=1]" + std::string(depth - 1, ']');
        if (depth > 64)
        {
            EXPECT_THROW(burst::ObjectText(text, TypeId()), std::invalid_argument);
        }
        else
        {
            EXPECT_EQ(burst::ObjectText(text, TypeId()).Write(), text);
        }
    }
    for (const char* inside : {"String=a[", "String=]a[", "String=a]|Double=[1", "String=a]"})
    {
        EXPECT_THROW(burst::ObjectText("ns3::EveryKind[" + std::string(inside) + "]", TypeId()),
                     std::invalid_argument)
            << inside;
    }
}

} // namespace
