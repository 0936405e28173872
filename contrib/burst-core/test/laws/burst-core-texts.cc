/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/address.h"
#include "ns3/boolean.h"
#include "ns3/burst-core-attribute-text.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-check.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/integer.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/length.h"
#include "ns3/mac16-address.h"
#include "ns3/mac64-address.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/queue-size.h"
#include "ns3/random-variable-stream.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/vector.h"

#if __has_include("ns3/rectangle.h") // with ns-3's module mobility
#include "ns3/box.h"
#include "ns3/rectangle.h"
#endif

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** An object with a time that must not be 0. */
class Watched : public Object
{
  public:
    static TypeId GetTypeId()
    {
        static const TypeId tid = TypeId("ns3::TestWatched")
                                      .SetParent<Object>()
                                      .AddConstructor<Watched>()
                                      .AddAttribute("Interval",
                                                    "between looks",
                                                    TimeValue(Seconds(1)),
                                                    MakeTimeAccessor(&Watched::m_interval),
                                                    MakeTimeChecker(TimeStep(1)));
        return tid;
    }

  private:
    Time m_interval;
};

using Checker = Ptr<const AttributeChecker>;

enum Color
{
    RED,
    GREEN
};

/** @return The canonical text, or "rejected". */
std::string
Canonical(const std::string& text, const Checker& checker)
{
    try
    {
        return burst::ReadAttribute(text, checker).text;
    }
    catch (const std::invalid_argument&)
    {
        return "rejected";
    }
}

TEST(BurstCoreNearest, NamesAtMostThreeWithinAThird)
{
    EXPECT_EQ(burst::NearestNames("lod", {"Load", "Loud", "Duration"}), "nearest: Load, Loud");
    EXPECT_EQ(burst::NearestNames("x", {"b", "a", "a"}), "known: a, b");
    EXPECT_EQ(burst::NearestNames("x", {}), "none is known");
    std::vector<std::string> many; // in the wrong order
    for (char letter = 'u'; letter >= 'a'; --letter)
    {
        many.emplace_back(1, letter);
    }
    EXPECT_EQ(burst::NearestNames("long", many),
              "known: a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, ...");
    many.pop_back(); // a, and twenty are left
    EXPECT_EQ(burst::NearestNames("long", many),
              "known: b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u");
    EXPECT_EQ(burst::NearestNames("abcdea", {"abcdeb", "abcdec", "abcded", "abcdee"}),
              "nearest: abcdeb, abcdec, abcded");
    EXPECT_EQ(burst::NearestNames("kitten", {"sitting"}), "known: sitting");    // distance 3 of 7
    EXPECT_EQ(burst::NearestNames("kittinx", {"sitting"}), "nearest: sitting"); // distance 2 of 7
}

TEST(BurstCoreNumberText, DoublesAreReadBackExactly)
{
    std::mt19937_64 random(1);
    for (int i = 0; i < 100000; ++i)
    {
        const uint64_t bits = random();
        double value;
        static_assert(sizeof(value) == sizeof(bits));
        std::memcpy(&value, &bits, sizeof(value));
        if (std::isfinite(value))
        {
            ASSERT_EQ(burst::ToDouble(burst::WriteDouble(value)), value)
                << burst::WriteDouble(value);
        }
    }
    // Six digits where these are enough, as std::ostream and with it ns-3 print.
    EXPECT_EQ(burst::WriteDouble(0.1), "0.1");
    EXPECT_EQ(burst::WriteDouble(1e6), "1e+06");
    EXPECT_EQ(burst::WriteDouble(100000), "100000");
    EXPECT_EQ(burst::WriteDouble(0.1234567), "0.1234567");
    EXPECT_EQ(burst::WriteDouble(-0.0), "0");
}

TEST(BurstCoreNumberText, TimesAreExactToTheTick)
{
    EXPECT_EQ(burst::ToTime("1s"), Seconds(1));
    EXPECT_EQ(burst::ToTime("0"), Time(0));
    EXPECT_EQ(burst::ToTime("1.5ms"), MicroSeconds(1500));
    EXPECT_EQ(burst::ToTime("0.1s"), MilliSeconds(100));
    EXPECT_EQ(burst::ToTime("-2e-3s"), MilliSeconds(-2));
    EXPECT_EQ(burst::ToTime("1y"), Days(365));
    EXPECT_EQ(burst::ToTime("9007199254740993ns"), TimeStep(9007199254740993)); // 2^53 + 1
    EXPECT_EQ(burst::WriteTime(TimeStep(9007199254740993)), "+9007199254740993ns");
    EXPECT_EQ(burst::WriteTime(TimeStep(-5)), "-5ns");
    EXPECT_EQ(burst::ToTime(burst::WriteTime(Time::Max())), Time::Max());
    EXPECT_EQ(burst::ToTime(burst::WriteTime(Time::Min())), Time::Min());
    for (const char* wrong :
         {"", "s", "1", "-20", "1 s", "1sec", "1e", "--1s", "1..2s", "293y", "1e400s", "nan"})
    {
        EXPECT_FALSE(burst::ToTime(wrong).has_value()) << wrong;
    }
}

TEST(BurstCoreAttributeText, SpellingsShareACanonicalText)
{
    const auto number = MakeDoubleChecker<double>();
    EXPECT_EQ(Canonical("1e3", number), Canonical("1000", number));
    EXPECT_EQ(Canonical("+.5", number), "0.5");
    const auto count = MakeUintegerChecker<uint64_t>();
    EXPECT_EQ(Canonical("1e3", count), "1000");
    EXPECT_EQ(Canonical("18446744073709551615", count), "18446744073709551615");
    const auto rate = MakeDataRateChecker();
    EXPECT_EQ(Canonical("5Mbps", rate), Canonical("5000kb/s", rate));
    const auto size = MakeQueueSizeChecker();
    EXPECT_EQ(Canonical("1kB", size), Canonical("1000B", size));
    EXPECT_EQ(Canonical("4294967.295kB", size), "4294967295B");
    EXPECT_EQ(Canonical("4294967295p", size), "4294967295p");
    EXPECT_EQ(Canonical("8000000000Gbps", rate), "8000000000000000000bps");
    EXPECT_EQ(Canonical("t", MakeBooleanChecker()), "true");
    EXPECT_EQ(Canonical(" a b ", MakeStringChecker()), " a b ");
    EXPECT_EQ(Canonical("ns3::ConstantRandomVariable[Constant=10e-1]", MakeObjectFactoryChecker()),
              "ns3::ConstantRandomVariable[Constant=1]");
    EXPECT_EQ(Canonical("1:+2.0:3.00000001", MakeVectorChecker()), "1:2:3.00000001");
#if __has_include("ns3/rectangle.h")
    EXPECT_EQ(Canonical("0|1e1|-1.00000001|5.|0|2", MakeBoxChecker()), "0|10|-1.00000001|5|0|2");
    EXPECT_EQ(Canonical("0|1|2|3", MakeRectangleChecker()), "0|1|2|3");
#endif
    EXPECT_EQ(Canonical("/24", MakeIpv4MaskChecker()), "255.255.255.0");
    EXPECT_EQ(Canonical("102.102.102.102", MakeIpv4MaskChecker()), "102.102.102.102"); // none set
    EXPECT_EQ(Canonical("ffff:ff00::", MakeIpv6PrefixChecker()), "/24");
    EXPECT_EQ(Canonical("2001:DB8:0:0::1", MakeIpv6AddressChecker()), "2001:db8::1");
    EXPECT_EQ(Canonical("2.5km", MakeLengthChecker()),
              Canonical("2500 metres", MakeLengthChecker()));
}

TEST(BurstCoreAttributeText, WhatIsNotAllowedIsRejected)
{
    const std::string rejected = "rejected";
    for (const char* text : {"1", "-0.1", "1e400", "nan", "inf", "0x1", "0.5 ", "half", ""})
    {
        const auto below1 = MakeDoubleChecker<double>(0, 0.99);
        EXPECT_EQ(Canonical(text, below1), rejected) << text;
    }
    for (const char* text : {"-1", "1.5", "18446744073709551616", "1e19", "", "ten"})
    {
        EXPECT_EQ(Canonical(text, MakeUintegerChecker<uint64_t>()), rejected) << text;
    }
    for (const char* text : {"", "abc", "1.2.3Mbps", "Mbps", "5 Mbps", "5Mbits", "-1Mbps"})
    {
        EXPECT_EQ(Canonical(text, MakeDataRateChecker()), rejected) << text;
    }
    for (const char* text : {"9000000000Gbps", "18446744074Gbps", "18446744073709551616bps"})
    {
        EXPECT_EQ(Canonical(text, MakeDataRateChecker()), rejected) << text; // 9e18 and more
    }
    for (const char* text : {"4294967296p", "4294968kB", "9000000000000MB", "4096MiB", "-1p"})
    {
        EXPECT_EQ(Canonical(text, MakeQueueSizeChecker()), rejected) << text; // 2^32 and more
    }
    EXPECT_EQ(Canonical("RED|GREEN", MakeEnumChecker(RED, "RED", GREEN, "GREEN")), rejected);
    EXPECT_EQ(Canonical("300.1.1.1", MakeIpv4AddressChecker()), rejected);
    for (const char* text : {"1:2", "1:2:3:4", "1:2:x", " 1:2:3", "1;2;3", "::"})
    {
        EXPECT_EQ(Canonical(text, MakeVectorChecker()), rejected) << text;
    }
    for (const char* text : {"255.0.255.0", "0.0.0.255", "/33", "/-1", "/x", "255.255.255"})
    {
        EXPECT_EQ(Canonical(text, MakeIpv4MaskChecker()), rejected) << text;
    }
    for (const char* text : {"/129", "ffff::1", "64", "no address"})
    {
        EXPECT_EQ(Canonical(text, MakeIpv6PrefixChecker()), rejected) << text;
        EXPECT_EQ(Canonical("/" + std::string(text), MakeIpv6AddressChecker()), rejected) << text;
    }
    EXPECT_EQ(Canonical("5 parsec", MakeLengthChecker()), rejected);
    EXPECT_EQ(Canonical("00-01-ff", MakeAddressChecker()), rejected);
#if __has_include("ns3/rectangle.h")
    EXPECT_EQ(Canonical("0|1|2", MakeRectangleChecker()), rejected);
#endif
}

/** @return By kind, the checkers of all attributes there are, and of kinds that no attribute has.
 */
std::map<std::string, std::vector<Checker>>
GetCheckers()
{
    std::vector<Checker> checkers{
        MakeIpv4MaskChecker(),
        MakeIpv6AddressChecker(),
        MakeIpv6PrefixChecker(),
        MakeLengthChecker(),
        MakeMac16AddressChecker(),
        MakeMac64AddressChecker(),
        MakeObjectFactoryChecker(),
        MakeVector2DChecker(),
    };
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        for (std::size_t n = 0; n < type.GetAttributeN(); ++n)
        {
            checkers.push_back(type.GetAttribute(n).checker);
        }
    }
    std::map<std::string, std::vector<Checker>> kinds;
    for (const auto& checker : checkers)
    {
        kinds[burst::GetAttributeKind(checker)].push_back(checker);
    }
    return kinds;
}

TEST(BurstCoreAttributeText, GarbageNeverEndsTheProgram)
{
    const std::vector<std::string> pieces{"1",
                                          "-",
                                          "+",
                                          ".",
                                          "e",
                                          "s",
                                          "ns",
                                          "Mbps",
                                          "p",
                                          "kB",
                                          ":",
                                          " ",
                                          "[",
                                          "]",
                                          "|",
                                          "=",
                                          "\n",
                                          "/",
                                          "$",
                                          "m",
                                          "0:1",
                                          "2|-3",
                                          "/33",
                                          "/64",
                                          "true",
                                          "RED",
                                          "ffff::",
                                          "10.1.1.1",
                                          "255.255.0.0",
                                          "fe80::1",
                                          "ns3::",
                                          "ns3::UniformRandomVariable",
                                          "Max",
                                          "\xff",
                                          "9223372036854775807",
                                          "1e308",
                                          "nan",
                                          "00:11:22:33:44:55",
                                          "ns3::Object",
                                          "nautical mile",
                                          "00-01-02",
                                          "15 0 1"};
    std::mt19937 random(1);
    const auto draw = [&random](std::size_t n) {
        return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
    };
    for (const auto& [kind, checkers] : GetCheckers())
    {
        EXPECT_EQ(burst::DescribeAllowed(checkers[0]).find("what ns-3 reads"), std::string::npos)
            << kind << " has no reader";
        for (int i = 0; i < 400; ++i)
        {
            std::string text;
            for (std::size_t n = draw(6); n > 0; --n)
            {
                text += pieces[draw(pieces.size())];
            }
            const Checker& checker = checkers[draw(checkers.size())];
            const std::string canonical = Canonical(text, checker);
            if (canonical != "rejected")
            {
                EXPECT_EQ(Canonical(canonical, checker), canonical) << kind << " '" << text << "'";
            }
        }
        for (const char* piece : {"1", "00:", "1|", "/", "a", "["})
        {
            std::string text;
            while (text.size() < 300000)
            {
                text += piece;
            }
            Canonical(text, checkers[0]);
        }
    }
}

// ns-3 prints six digits of a time or a number.
TEST(BurstCoreTakeAttributeValue, NoDigitIsLost)
{
    const TypeId constant = ConstantRandomVariable::GetTypeId();
    for (const double number : {0.1 + 0.2, 1.0 / 3, 1234567.875, 5e-324, -1.7976931348623157e308})
    {
        for (const bool text : {false, true})
        {
            const std::string written = burst::WriteDouble(number);
            const auto taken =
                text ? burst::TakeAttributeValue(constant, "Constant", StringValue(written))
                     : burst::TakeAttributeValue(constant, "Constant", DoubleValue(number));
            EXPECT_EQ(dynamic_cast<const DoubleValue&>(*taken).Get(), number);
        }
    }
    EXPECT_EQ(dynamic_cast<const DoubleValue&>(
                  *burst::TakeAttributeValue(constant, "Constant", UintegerValue(1234567)))
                  .Get(),
              1234567);
    const TypeId watched = Watched::GetTypeId();
    const auto time = burst::TakeAttributeValue(watched, "Interval", TimeValue(TimeStep(1234567)));
    EXPECT_EQ(dynamic_cast<const TimeValue&>(*time).Get(), TimeStep(1234567));
    EXPECT_THROW(burst::TakeAttributeValue(watched, "Interval", TimeValue(Time(0))),
                 std::invalid_argument);
    EXPECT_THROW(burst::TakeAttributeValue(watched, "Interval", StringValue("soon")),
                 std::invalid_argument);
    EXPECT_THROW(burst::TakeAttributeValue(watched, "Intervall", TimeValue(TimeStep(1))),
                 std::invalid_argument);
}

// A year has more picoseconds than a Time; 100 days have not.
TEST(BurstCoreToTimeDeathTest, RefusesWhatNoTimeHolds)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe"); // the resolution is set before any simulation
    const auto asPicoseconds = [](const std::string& text, bool allowed) {
        EXPECT_EXIT(
            {
                Time::SetResolution(Time::PS);
                std::exit(burst::ToTime(text).has_value() == allowed ? 0 : 1);
            },
            testing::ExitedWithCode(0),
            "")
            << text;
    };
    asPicoseconds("1y", false);
    asPicoseconds("-0.5y", false);
    asPicoseconds("107d", false);
    asPicoseconds("100d", true);
    EXPECT_EQ(burst::ToTime("1y"), Seconds(365 * 86400));
    EXPECT_FALSE(burst::ToTime("300y"));
    EXPECT_EQ(burst::ToTime("0.5min"), Seconds(30));
}

TEST(BurstCoreCreateFromText, CreatesWhatTheTextSays)
{
    const auto uniform =
        burst::CreateFromText<UniformRandomVariable>("ns3::UniformRandomVariable[Min=2|Max=3]");
    EXPECT_EQ(uniform->GetMin(), 2);
    EXPECT_EQ(uniform->GetMax(), 3);
    burst::SetAttributeOrThrow(uniform, "Max", "4");
    EXPECT_EQ(uniform->GetMax(), 4);
    const auto plain = burst::CreateFromText<UniformRandomVariable>("ns3::UniformRandomVariable[]");
    EXPECT_EQ(plain->GetMax(), 1);
    EXPECT_THROW(burst::SetAttributeOrThrow(uniform, "Mux", "4"), std::invalid_argument);
    EXPECT_THROW(burst::SetAttributeOrThrow(uniform, "Max", "four"), std::invalid_argument);
    for (const char* wrong : {"",
                              "ns3::Uniform",
                              "ns3::MapScheduler",
                              "ns3::RandomVariableStream",
                              "ns3::UniformRandomVariable[",
                              "ns3::UniformRandomVariable[Max=1|Max=2]",
                              "ns3::UniformRandomVariable[Max]",
                              "ns3::UniformRandomVariable[Max=1]x"})
    {
        EXPECT_THROW(burst::CreateFromText<RandomVariableStream>(wrong), std::invalid_argument)
            << wrong;
    }
}

} // namespace
