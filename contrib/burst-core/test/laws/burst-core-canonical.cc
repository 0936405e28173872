/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Canonical texts: what means the same has one text, what does not has another. A value is drawn
// first, as a number or a word, and then written in one of the ways ns-3 reads; the texts are
// judged by the values.

#include "burst-core-every-kind.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/config.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"

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
    {"Ipv4Mask",
     [](int n) {
         return Pick(
             {"/" + std::to_string(8 * n),
              std::vector<std::string>{"0.0.0.0", "255.0.0.0", "255.255.0.0", "255.255.255.0"}[n]});
     }},
    {"Ipv6Address",
     [](int n) {
         return Pick({"2001:db8::", "2001:0DB8:0:0::", "2001:db8:0:0:0:0:0:"}) + std::to_string(n);
     }},
    {"Ipv6Prefix",
     [](int n) {
         return Pick({"/" + std::to_string(32 * n),
                      std::vector<std::string>{"::",
                                               "FFFF:ffff::",
                                               "ffff:ffff:ffff:ffff::",
                                               "ffff:ffff:ffff:ffff:ffff:ffff::"}[n]});
     }},
    {"Length",
     [](int n) {
         return Pick({std::to_string(n) + "km",
                      std::to_string(n) + " kilometers",
                      std::to_string(n * 1000) + ".0 m"});
     }},
    {"Mac16Address", [](int n) { return Pick({"00:0", "0:"}) + std::to_string(n); }},
    {"Mac48Address",
     [](int n) { return Pick({"00:00:00:00:00:0", "0:0:0:0:0:"}) + std::to_string(n); }},
    {"Mac64Address",
     [](int n) { return Pick({"00:00:00:00:00:00:00:0", "0:0:0:0:0:0:0:"}) + std::to_string(n); }},
    {"QueueSize",
     [](int n) {
         const std::string text = std::to_string(n / 2 + 1);
         return n % 2 ? text + "p" : Pick({text + "kB", text + "000B"});
     }},
    {"String", [](int n) { return std::vector<std::string>{"a", "", "a=b", "[a|Time=1s]"}[n]; }},
    {"Time",
     [](int n) { return Pick({Number(n, "ms"), Number(n, "e-3s"), Number(1000 * n, "us")}); }},
    {"TypeId",
     [](int n) {
         return "ns3::" +
                std::vector<std::string>{"Object", "Node", "EveryKind", "Queue<Packet>"}[n];
     }},
    {"Uinteger", [](int n) { return Number(n); }},
    {"Vector2D", [](int n) { return Pick({"0.5", "+.5", "5e-1"}) + ":" + Number(n); }},
    {"Vector3D", [](int n) { return Number(0) + ":0." + std::to_string(n) + ":" + Number(0); }},
};

/** Values by kind as numbers for the writers, objects by kind. */
struct Tree
{
    std::map<std::string, int> values;
    std::map<std::string, Tree> objects;
};

/** What an object has of which nothing was said. */
const std::map<std::string, int> DEFAULTS{
    {"Boolean", 1},      {"DataRate", 2},    {"Double", 0},       {"Enum", 1},
    {"Integer", 0},      {"Ipv4Address", 1}, {"Ipv4Mask", 1},     {"Ipv6Address", 1},
    {"Ipv6Prefix", 1},   {"Length", 1},      {"Mac16Address", 1}, {"Mac48Address", 1},
    {"Mac64Address", 1}, {"QueueSize", 0},   {"String", 0},       {"Time", 1},
    {"TypeId", 0},       {"Uinteger", 0},    {"Vector2D", 1},     {"Vector3D", 1}};

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
