/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-attributes.h"
#include "ns3/iepm-diurnal-forecaster.h"
#include "ns3/iepm-forecast-book.h"
#include "ns3/iepm-forecaster.h"

#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::iepm;

namespace
{

const double NOTHING = ForecastMoment::UNKNOWN; //!< is known

/** Forecasts the round trip in s, or without one the number of the route. */
class LightForecaster : public Forecaster
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::IepmTestLightForecaster")
                                .SetParent<Forecaster>()
                                .AddConstructor<LightForecaster>();
        return tid;
    }

    void Observe(const ForecastMoment&, double) override
    {
    }

    double Forecast(const ForecastMoment& moment) override
    {
        return moment.route.empty() ? moment.rtt : std::stod(moment.route);
    }
};

NS_OBJECT_ENSURE_REGISTERED(LightForecaster);

/** @param text of a forecaster @param values observed one after another, one each step @return the
 * forecast before each value, at its moment; of the last one nothing else counts */
std::vector<double>
Forecasts(const std::string& text, const std::vector<double>& values)
{
    const auto forecaster = burst::CreateFromText<Forecaster>("ns3::" + text);
    std::vector<double> forecasts;
    ForecastMoment moment;
    for (const double value : values)
    {
        forecasts.push_back(forecaster->Forecast(moment));
        forecaster->Observe(moment, value);
        moment.time += 5400;
    }
    return forecasts;
}

/** @param found forecasts @param expected likewise, NaN where nothing is known @param what it is */
void
ExpectNear(const std::vector<double>& found,
           const std::vector<double>& expected,
           const std::string& what)
{
    ASSERT_EQ(found.size(), expected.size()) << what;
    for (std::size_t i = 0; i < found.size(); ++i)
    {
        if (std::isnan(expected[i]))
        {
            EXPECT_TRUE(std::isnan(found[i])) << what << ", " << i;
        }
        else
        {
            EXPECT_NEAR(found[i], expected[i], 1e-9 * expected[i]) << what << ", " << i;
        }
    }
}

/** @return a record of a test */
MeasurementRecord
MakeRecord(const std::string& host,
           const std::string& tool,
           const std::string& name,
           double value,
           MeasurementResult::Status status = MeasurementResult::OK)
{
    MeasurementRecord record;
    record.host = host;
    record.tool = tool;
    record.result.status = status;
    record.result.values = {{name, value, "1"}};
    return record;
}

/** @param text of the forecaster of each series @return a book */
ForecastBook
MakeBook(const std::string& text)
{
    return ForecastBook(burst::ObjectText("ns3::" + text, Forecaster::GetTypeId()));
}

} // namespace

TEST(IepmForecasters, OfTheLastValuesByHand)
{
    /** A series and its forecasts; the last value is not known by any. */
    struct Case
    {
        const char* text;
        std::vector<double> values;
        std::vector<double> expected;
    };

    const std::vector<Case> cases = {
        // 5 values unless Length says otherwise.
        {"MovingAverageForecaster", {1, 2, 3, 4, 5, 11, 1}, {NOTHING, 1, 1.5, 2, 2.5, 3, 5}},
        {"MovingAverageForecaster[Length=3]", {1, 2, 3, 10, 1}, {NOTHING, 1, 1.5, 2, 5}},
        {"MovingAverageForecaster[Length=1]", {1, 2, 3, 1}, {NOTHING, 1, 2, 3}},
        {"EwmaForecaster[Gain=0.25]", {8, 16, 2, 1}, {NOTHING, 8, 10, 8}},
        {"EwmaForecaster", {10, 20, 1}, {NOTHING, 10, 13}},
    };
    for (const auto& test : cases)
    {
        ExpectNear(Forecasts(test.text, test.values), test.expected, test.text);
    }
}

TEST(IepmForecasters, TheTimeOfDayByHand)
{
    // Four slots a day of 5, 10, 15 and 10, with the mean 10. The factor of a slot is half its own
    // ratio and a quarter of that of each neighbour.
    constexpr double SLOT = 21'600;
    const std::vector<double> values{5, 10, 15, 10};
    TimeOfDay clock(4, 14, 0); // from Monday on
    for (int slot = 0; slot < 4 * 4; ++slot)
    {
        clock.Observe(SLOT * slot, values[slot % 4]);
        if (slot < 8)
        {
            EXPECT_EQ(clock.GetFactor(SLOT * slot), 1) << "of two days nothing is known";
        }
    }
    const std::vector<double> expected{0.75, 1, 1.25, 1};
    for (int slot = 0; slot < 4; ++slot)
    {
        EXPECT_NEAR(clock.GetFactor(SLOT * (4 * 4 + slot)), expected[slot], 1e-12) << "Friday";
        EXPECT_EQ(clock.GetFactor(SLOT * (5 * 4 + slot)), 1) << "Saturdays are another kind";
    }
}

TEST(IepmForecastBand, HasRatiosOfEqualRanks)
{
    ForecastBand band; // 80 %: a tenth of the ratios and one on either side
    for (int ratio = 1; ratio <= 8; ++ratio)
    {
        band.Observe(2, 2 * ratio);
        EXPECT_TRUE(std::isnan(band.GetBounds(1).first)) << ratio;
        EXPECT_TRUE(std::isnan(band.GetBounds(1).second)) << ratio;
    }
    band.Observe(2, 2 * 9);
    EXPECT_EQ(band.GetBounds(10), std::pair(10.0, 90.0)) << "9 + 1 are a tenth of 1";
    for (int ratio = 19; ratio > 9; --ratio)
    {
        band.Observe(1, ratio);
    }
    EXPECT_EQ(band.GetBounds(10), std::pair(20.0, 180.0)) << "of 19 the second ones";

    ForecastBand last(0.8, 9);
    ForecastBand half(0.5);
    for (int ratio = 1; ratio <= 11; ++ratio)
    {
        last.Observe(1, ratio);
        half.Observe(1, ratio);
    }
    EXPECT_EQ(last.GetBounds(1), std::pair(3.0, 11.0)) << "the last nine";
    EXPECT_EQ(half.GetBounds(1), std::pair(3.0, 9.0)) << "a quarter of 12 on either side";
    EXPECT_THROW(ForecastBand(0), std::invalid_argument);
    EXPECT_THROW(ForecastBand(1), std::invalid_argument);
    EXPECT_THROW(ForecastBand(0.8, 0), std::invalid_argument);
}

TEST(IepmForecastBook, HasASeriesForEachHostAndTool)
{
    auto book = MakeBook("MovingAverageForecaster[Length=1]");
    const auto add = [&book](const MeasurementRecord& record) { return book.Add(record); };
    const auto first = add(MakeRecord("a", "iperf", "throughput", 10));
    ASSERT_TRUE(first);
    EXPECT_EQ(first->value, "throughput");
    EXPECT_EQ(first->observed, 10);
    EXPECT_TRUE(std::isnan(first->forecast)) << "nothing was known";
    EXPECT_TRUE(std::isnan(add(MakeRecord("b", "iperf", "throughput", 20))->forecast));
    EXPECT_TRUE(std::isnan(add(MakeRecord("a", "pathrate", "capacity", 30))->forecast));
    EXPECT_TRUE(std::isnan(add(MakeRecord("a", "spruce", "available", 40))->forecast));
    EXPECT_FALSE(add(MakeRecord("a", "iperf", "jitter", 50))) << "no such number";
    EXPECT_FALSE(add(MakeRecord("a", "iperf", "throughput", 0))) << "nothing came";
    for (const auto status : {MeasurementResult::TIMED_OUT,
                              MeasurementResult::BLOCKED,
                              MeasurementResult::UNREACHABLE,
                              MeasurementResult::SERVER_DIED,
                              MeasurementResult::SKIPPED})
    {
        EXPECT_FALSE(add(MakeRecord("a", "iperf", "throughput", 60, status))) << ToText(status);
    }
    const auto limited =
        add(MakeRecord("a", "iperf", "throughput", 11, MeasurementResult::SELF_LIMITED));
    ASSERT_TRUE(limited);
    EXPECT_EQ(limited->forecast, 10) << "none of the others counted";
    for (const auto& [host, tool, value] : {std::tuple("a", "iperf", 11.0),
                                            {"b", "iperf", 20.0},
                                            {"a", "pathrate", 30.0},
                                            {"a", "spruce", 40.0}})
    {
        const auto row = book.Predict(host, tool, Seconds(1));
        EXPECT_EQ(row.forecast, value) << host << tool;
        EXPECT_EQ(row.value, "");
        EXPECT_TRUE(std::isnan(row.observed));
    }
}

TEST(IepmForecastBook, KnowsTheLatestPingAndTraceroute)
{
    auto book = MakeBook("IepmTestLightForecaster");
    const auto ping = [&book](const char* host, double rtt) {
        EXPECT_FALSE(book.Add(MakeRecord(host, "ping", "rtt_mean", rtt)));
    };
    const auto predict = [&book]() { return book.Predict("a", "iperf", Seconds(1)).forecast; };
    EXPECT_TRUE(std::isnan(predict())) << "nobody pinged";
    ping("a", 0.1);
    EXPECT_EQ(book.Add(MakeRecord("a", "iperf", "throughput", 100))->forecast, 0.1);
    ping("a", 0.2);
    ping("b", 0.05);
    EXPECT_EQ(predict(), 0.2) << "of its own host";
    book.Add(MakeRecord("a", "ping", "rtt_mean", 0.1, MeasurementResult::UNREACHABLE));
    EXPECT_EQ(predict(), 0.2) << "the latest one that was answered";
    for (const double route : {7, 8, 7})
    {
        EXPECT_FALSE(book.Add(MakeRecord("a", "traceroute", "route", route)));
        EXPECT_EQ(predict(), route);
    }
}
