/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-statistics.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

class Basin : public Object
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            burst::AddStatistics<Basin>(TypeId("Basin").SetParent<Object>().AddConstructor<Basin>(),
                                        {{"level", "m", "height of the water", &Basin::m_level},
                                         {"fish", "1", "how many there are", &Basin::GetFish},
                                         {"weights", "g", "of the fish", [](const Basin& basin) {
                                              burst::LogLinearHistogram weights;
                                              weights.Add(7, basin.GetFish());
                                              return weights;
                                          }}});
        return tid;
    }

    double m_level{1.5};

  private:
    uint8_t GetFish() const
    {
        return 3;
    }
};

class TidalBasin : public Basin
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = burst::AddStatistics<TidalBasin>(
            TypeId("TidalBasin").SetParent<Basin>().AddConstructor<TidalBasin>(),
            {{"tides", "1", "by the moon", &TidalBasin::GetTides},
             {"calendar", "", "of the tides", &TidalBasin::GetCalendar}});
        return tid;
    }

  private:
    burst::Statistic::Parts GetTides() // not const: a model may first bring itself up to date
    {
        ++m_asked;
        return {{"spring", 2}, {"neap", m_asked}};
    }

    burst::Statistic::Table GetCalendar() const
    {
        return {{{"day", "d"}}, {std::vector<double>{15}}};
    }

    double m_asked{0};
};

class Puddle : public TidalBasin
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("Puddle").SetParent<TidalBasin>().AddConstructor<Puddle>();
        return tid;
    }
};

std::vector<std::string>
GetNames(const std::vector<burst::Statistic>& statistics)
{
    std::vector<std::string> names;
    for (const auto& statistic : statistics)
    {
        names.push_back(statistic.name);
    }
    return names;
}

std::string
GetRefusal(TypeId type, const std::vector<std::string>& names)
{
    try
    {
        burst::FindStatistics(type, names);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "accepted";
}

} // namespace

TEST(Statistics, AreThoseOfATypeAndItsAncestors)
{
    const std::vector<std::string> all{"tides", "calendar", "level", "fish", "weights"};
    EXPECT_EQ(GetNames(burst::GetStatistics(TidalBasin::GetTypeId())), all);
    EXPECT_EQ(GetNames(burst::GetStatistics(Puddle::GetTypeId())), all);
    EXPECT_EQ(GetNames(burst::FindStatistics(Puddle::GetTypeId(), {})), all);
    EXPECT_EQ(GetNames(burst::FindStatistics(Puddle::GetTypeId(), {"fish", "tides"})),
              (std::vector<std::string>{"fish", "tides"}));
    EXPECT_TRUE(burst::GetStatistics(Object::GetTypeId()).empty());
}

TEST(Statistics, AskTheObjectOfWhateverType)
{
    const auto basin = CreateObject<TidalBasin>();
    std::map<std::string, burst::Statistic::Value> values;
    basin->m_level = 2.25;
    for (const auto& statistic : burst::GetStatistics(basin->GetInstanceTypeId()))
    {
        values[statistic.name] = statistic.get(*basin);
    }
    EXPECT_EQ(std::get<double>(values.at("level")), 2.25);
    EXPECT_EQ(std::get<double>(values.at("fish")), 3);
    EXPECT_EQ(std::get<burst::LogLinearHistogram>(values.at("weights")).GetCount(), 3U);
    EXPECT_EQ(std::get<burst::Statistic::Parts>(values.at("tides")),
              (burst::Statistic::Parts{{"neap", 1}, {"spring", 2}}));
    const auto& table = std::get<burst::Statistic::Table>(values.at("calendar"));
    EXPECT_EQ(table.columns.front().second, "d");
    EXPECT_EQ(std::get<std::vector<double>>(table.rows.front()), std::vector<double>{15});
}

TEST(Statistics, AreRefusedByANameThatIsNone)
{
    EXPECT_EQ(GetRefusal(Puddle::GetTypeId(), {"level", "leve"}),
              "Puddle has no statistic 'leve', nearest: level");
    EXPECT_EQ(GetRefusal(Object::GetTypeId(), {}), "ns3::Object has no statistics");
    EXPECT_EQ(GetRefusal(Object::GetTypeId(), {"level"}), "ns3::Object has no statistics");
}

// The dictionary of units holds a name once, whichever model it comes from.
TEST(Statistics, OfAllModelsHaveDescriptionsAndOneUnitForAName)
{
    std::map<std::string, std::pair<std::string, std::string>> dictionary;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        std::set<std::string> names;
        for (const auto& [name, unit, description, get] : burst::GetStatistics(type))
        {
            EXPECT_TRUE(names.insert(name).second) << type.GetName() << " has two " << name;
            EXPECT_FALSE(name.empty() || description.empty()) << type.GetName();
            const auto entry = dictionary.emplace(name, std::pair(unit, description)).first->second;
            EXPECT_EQ(entry, std::pair(unit, description)) << type.GetName() << " " << name;
        }
    }
    EXPECT_GT(dictionary.size(), 30U);
}
