/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-attributes.h"
#include "ns3/iepm-forecast-band.h"
#include "ns3/iepm-forecast-book.h"
#include "ns3/iepm-forecaster.h"
#include "ns3/iepm-time-of-day.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

const double NOTHING = ForecastMoment::UNKNOWN; //!< is known

/** Refuses odd numbers when it is made, and forecasts nothing. */
class EvenForecaster : public Forecaster
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::PathMeasurementTestEvenForecaster")
                                .SetParent<Forecaster>()
                                .AddConstructor<EvenForecaster>()
                                .AddAttribute("Number",
                                              "Even.",
                                              UintegerValue(2),
                                              MakeUintegerAccessor(&EvenForecaster::SetNumber),
                                              MakeUintegerChecker<uint32_t>());
        return tid;
    }

    void Observe(const ForecastMoment&, double) override
    {
    }

    double Forecast(const ForecastMoment&) override
    {
        return NOTHING;
    }

  private:
    void SetNumber(uint32_t number)
    {
        if (number % 2 != 0)
        {
            throw std::invalid_argument("Number is odd");
        }
    }
};

NS_OBJECT_ENSURE_REGISTERED(EvenForecaster);

/** A value and the moment at which it is observed. */
struct Observed
{
    double value;      //!< observed
    double rtt;        //!< at that moment
    std::string route; //!< at that moment
};

/** @param text of a forecaster @param series observed one after another, one each step @param step
 * in s @return the forecast before each value, at its moment; of the last one nothing else counts
 */
std::vector<double>
Forecasts(const std::string& text, const std::vector<Observed>& series, double step = 5400)
{
    const auto forecaster = burst::CreateFromText<Forecaster>("ns3::" + text);
    std::vector<double> forecasts;
    for (std::size_t i = 0; i < series.size(); ++i)
    {
        const ForecastMoment moment{step * static_cast<double>(i), series[i].rtt, series[i].route};
        forecasts.push_back(forecaster->Forecast(moment));
        forecaster->Observe(moment, series[i].value);
    }
    return forecasts;
}

/** @param values any @return a series without round trips and routes */
std::vector<Observed>
Plain(const std::vector<double>& values)
{
    std::vector<Observed> series;
    for (const double value : values)
    {
        series.push_back({value, NOTHING, ""});
    }
    return series;
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

TEST(PathMeasurementForecasters, OfTheLastValuesByHand)
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
        // Nothing is left out of one or two values; then the least and the greatest one.
        {"MovingAverageForecaster[Length=5|Trim=1]",
         {100, 1, 2, 3, 5, 1},
         {NOTHING, 100, 50.5, 2, 2.5, 10.0 / 3}},
        {"MovingMedianForecaster[Length=4]", {4, 1, 9, 3, 2, 1}, {NOTHING, 4, 2.5, 4, 3.5, 2.5}},
        {"MeanForecaster", {1, 2, 6, 1}, {NOTHING, 1, 1.5, 3}},
        {"EwmaForecaster[Gain=0.25]", {8, 16, 2, 1}, {NOTHING, 8, 10, 8}},
        {"EwmaForecaster", {10, 20, 1}, {NOTHING, 10, 13}},
        // Errors of the last value are 6 and 4 in the end, of the mean 6, 3 and 2: their squares
        // speak for the mean of 13.5, they themselves for the last value. At first all are equal.
        {"NwsForecaster[Among=ns3::MovingAverageForecaster[Length=1];ns3::MeanForecaster]",
         {10, 16, 16, 12, 1},
         {NOTHING, 10, 16, 16, 13.5}},
        {"NwsForecaster[Absolute=true|Among=ns3::MovingAverageForecaster[Length=1];"
         "ns3::MeanForecaster]",
         {10, 16, 16, 12, 1},
         {NOTHING, 10, 16, 16, 12}},
    };
    for (const auto& test : cases)
    {
        ExpectNear(Forecasts(test.text, Plain(test.values)), test.expected, test.text);
    }
    EXPECT_THROW(Forecasts("MovingAverageForecaster[Length=4|Trim=2]", Plain({1, 1})),
                 std::invalid_argument);
    EXPECT_THROW(Forecasts("NwsForecaster[Among=]", Plain({1})), std::invalid_argument);
}

TEST(PathMeasurementForecasters, OfSeasonsByHand)
{
    constexpr double HALF_A_DAY = 43'200;
    // The value before, until there is one of the same time of an earlier day.
    ExpectNear(Forecasts("SeasonalForecaster[Slots=2]", Plain({5, 7, 6, 9, 1}), HALF_A_DAY),
               {NOTHING, 5, 5, 7, 6},
               "seasonal");
    // The first day has the level 20 and the seasons 1/2 and 3/2. 20 at the third time: the level
    // is 20 / 1/2 / 2 + 20 / 2 = 30, the season 20 / 30 / 2 + 1/4 = 7/12. Then 45 is as forecast.
    ExpectNear(Forecasts("HoltWintersForecaster[Slots=2|Level=0.5|Season=0.5]",
                         Plain({10, 30, 20, 45, 1}),
                         HALF_A_DAY),
               {NOTHING, 10, 10, 45, 17.5},
               "Holt-Winters");
    // The same level; the trend is half of its growth by 10.
    ExpectNear(Forecasts("HoltWintersForecaster[Slots=2|Level=0.5|Trend=0.5|Season=0]",
                         Plain({10, 30, 20, 1}),
                         HALF_A_DAY),
               {NOTHING, 10, 10, 35 * 1.5},
               "with a trend");
    // Two hours of an hour each are a season.
    ExpectNear(Forecasts("HoltWintersForecaster[Slots=2|SeasonLength=2h|Level=1|Season=0]",
                         Plain({10, 30, 20, 1}),
                         3600),
               {NOTHING, 10, 10, 60},
               "another season");
}

TEST(PathMeasurementForecasters, OfRoundTripsByHand)
{
    // 10 bit over the round trip: the slope is -1.
    ExpectNear(Forecasts("RttForecaster", {{100, 0.1, ""}, {50, 0.2, ""}, {1, 0.4, ""}}),
               {NOTHING, 100, 25},
               "inverse");
    // A slope above 0 counts as 0, one below -2 as -2, around the geometric mean.
    ExpectNear(Forecasts("RttForecaster", {{100, 0.1, ""}, {400, 0.2, ""}, {1, 0.4, ""}}),
               {NOTHING, 100, 200},
               "growing");
    ExpectNear(Forecasts("RttForecaster", {{1600, 0.1, ""}, {100, 0.2, ""}, {1, 0.2, ""}}),
               {NOTHING, 1600, 200},
               "steep");
    // Without a round trip, and where none differs, it is the geometric mean.
    ExpectNear(Forecasts("RttForecaster", {{100, 0.1, ""}, {25, 0.2, ""}, {1, NOTHING, ""}}),
               {NOTHING, 100, 50},
               "unknown");
    ExpectNear(Forecasts("RttForecaster", {{100, 0.1, ""}, {25, 0.1, ""}, {1, 0.4, ""}}),
               {NOTHING, 100, 50},
               "equal");
    // Of three values the last two.
    const auto two = Forecasts("RttForecaster[Length=2]",
                               {{7, 0.3, ""}, {100, 0.1, ""}, {50, 0.2, ""}, {1, 0.4, ""}});
    EXPECT_NEAR(two.back(), 25, 1e-9);
}

TEST(PathMeasurementForecasters, OfRoutesByHand)
{
    // A new route has the forecast of the route before; a route that is not known is that too.
    ExpectNear(Forecasts("RouteForecaster[Inner=ns3::MovingAverageForecaster[Length=1]]",
                         {{10, NOTHING, "a"},
                          {20, NOTHING, "a"},
                          {5, NOTHING, "b"},
                          {6, NOTHING, ""},
                          {30, NOTHING, "a"},
                          {1, NOTHING, "b"}}),
               {NOTHING, 10, 20, 5, 20, 6},
               "routes");
}

// What a route was refused leaves the forecaster without values, and so open.
TEST(PathMeasurementForecasters, OfRoutesWhoseInnerWasRefused)
{
    const auto forecaster = burst::CreateFromText<Forecaster>(
        "ns3::RouteForecaster[Inner=ns3::PathMeasurementTestEvenForecaster[Number=3]]");
    const ForecastMoment moment{0, NOTHING, "a"};
    EXPECT_THROW(forecaster->Observe(moment, 7), std::invalid_argument);
    EXPECT_TRUE(std::isnan(forecaster->Forecast(moment)));
    burst::SetAttributeOrThrow(Ptr<Object>(forecaster), "Inner", "ns3::MeanForecaster");
    forecaster->Observe(moment, 5);
    EXPECT_EQ(forecaster->Forecast(moment), 5);
    EXPECT_THROW(
        burst::SetAttributeOrThrow(Ptr<Object>(forecaster), "Inner", "ns3::EwmaForecaster"),
        std::invalid_argument)
        << "there is a value";
}

TEST(PathMeasurementForecasters, TheTimeOfDayByHand)
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
    EXPECT_EQ(TimeOfDay::Median({3, 1, 2}), 2);
    EXPECT_EQ(TimeOfDay::Median({4, 1, 2, 3}), 2.5);
}

TEST(PathMeasurementForecastBand, HasRatiosOfEqualRanks)
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

TEST(PathMeasurementForecastBook, HasASeriesForEachHostAndTool)
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

TEST(PathMeasurementForecastBook, KnowsTheLatestPingAndTraceroute)
{
    auto book = MakeBook("RttForecaster");
    const auto ping = [&book](const char* host, double rtt) {
        EXPECT_FALSE(book.Add(MakeRecord(host, "ping", "rtt_mean", rtt)));
    };
    ping("a", 0.1);
    book.Add(MakeRecord("a", "iperf", "throughput", 100));
    ping("a", 0.2);
    book.Add(MakeRecord("a", "iperf", "throughput", 50));
    ping("b", 0.05);
    EXPECT_NEAR(book.Predict("a", "iperf", Seconds(1)).forecast, 50, 1e-9) << "of its own host";
    ping("a", 0.4);
    book.Add(MakeRecord("a", "ping", "rtt_mean", 0.1, MeasurementResult::UNREACHABLE));
    EXPECT_NEAR(book.Predict("a", "iperf", Seconds(1)).forecast, 25, 1e-9) << "the latest one";

    auto routes = MakeBook("RouteForecaster[Inner=ns3::MovingAverageForecaster[Length=1]]");
    for (const auto& [route, value] : {std::pair(7.0, 10.0), {8.0, 20.0}})
    {
        EXPECT_FALSE(routes.Add(MakeRecord("a", "traceroute", "route", route)));
        routes.Add(MakeRecord("a", "iperf", "throughput", value));
    }
    EXPECT_EQ(routes.Predict("a", "iperf", Seconds(1)).forecast, 20);
    routes.Add(MakeRecord("a", "traceroute", "route", 7));
    EXPECT_EQ(routes.Predict("a", "iperf", Seconds(1)).forecast, 10) << "the former route again";
}
