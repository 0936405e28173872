/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-chirp-probe.h"

#include "ns3/burst-core-check.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3::measurement
{

std::vector<int64_t>
Chirp::GetTimes(double least, double most, double spread, uint32_t size)
{
    burst::CheckParameter(least > 0, "the least rate of a chirp", least, "rates above 0");
    burst::CheckParameter(most >= least,
                          "the greatest rate of a chirp",
                          most,
                          "rates from the least one on, " + burst::WriteDouble(least) + " bit/s");
    burst::CheckParameter(spread > 1, "the spread factor of a chirp", spread, "numbers above 1");
    std::vector<int64_t> times{0};
    double rate = least;
    double time = 0;
    for (bool last = false; !last; rate *= spread)
    {
        last = rate >= most;
        time += 8e9 * size / rate;
        times.push_back(std::llround(time));
    }
    return times;
}

Chirp::Chirp(const Settings& settings)
    : m_settings(settings)
{
    burst::CheckParameter(settings.decreaseFactor > 1,
                          "the decrease factor of excursions",
                          settings.decreaseFactor,
                          "numbers above 1");
    burst::CheckParameter(settings.busyPeriod >= 1,
                          "the length of a busy period",
                          settings.busyPeriod,
                          "numbers from 1 on");
}

std::optional<double>
Chirp::GetAvailable(const ProbeTrain& chirp) const
{
    const auto& packets = chirp.GetArrivals();
    if (!chirp.IsWhole() || packets.size() < 2)
    {
        return std::nullopt;
    }
    std::vector<double> delays;
    std::vector<double> gaps;  // in s
    std::vector<double> rates; // of gaps, in bit/s
    for (std::size_t k = 0; k < packets.size(); ++k)
    {
        delays.push_back(static_cast<double>(packets[k].received - packets[k].sent));
        if (k)
        {
            gaps.push_back(static_cast<double>(packets[k].sent - packets[k - 1].sent) * 1e-9);
            rates.push_back(8 * chirp.GetSize() / gaps.back());
            if (gaps.back() <= 0)
            {
                return std::nullopt;
            }
        }
    }
    std::vector<double> estimates(gaps.size());
    double rest = rates.back();
    for (std::size_t begin = 0; begin < gaps.size();)
    {
        if (delays[begin] >= delays[begin + 1])
        {
            ++begin;
            continue;
        }
        const std::size_t end = FindEnd(delays, begin);
        if (end == delays.size())
        {
            rest = rates[begin];
            break;
        }
        if (end - begin >= m_settings.busyPeriod)
        {
            for (std::size_t k = begin; k < end; ++k)
            {
                estimates[k] = delays[k] < delays[k + 1] ? rates[k] : 0;
            }
        }
        begin = end;
    }
    double sum = 0;
    double time = 0;
    for (std::size_t k = 0; k < gaps.size(); ++k)
    {
        sum += (estimates[k] > 0 ? estimates[k] : rest) * gaps[k];
        time += gaps[k];
    }
    return sum / time;
}

std::size_t
Chirp::FindEnd(const std::vector<double>& delays, std::size_t begin) const
{
    double greatest = 0;
    std::size_t end = begin + 1;
    for (; end < delays.size(); ++end)
    {
        const double rise = delays[end] - delays[begin];
        greatest = std::max(greatest, rise);
        if (rise < greatest / m_settings.decreaseFactor)
        {
            break;
        }
    }
    return end;
}

} // namespace ns3::measurement

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ChirpProbe);

TypeId
ChirpProbe::GetTypeId()
{
    using Self = ChirpProbe;
    static TypeId tid =
        TypeId("ns3::ChirpProbe")
            .SetParent<UdpProbe>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute("LowRate",
                          "Rate of the first gap of a chirp.",
                          DataRateValue(DataRate("10Mbps")),
                          BetweenMeasurements(MakeDataRateAccessor(&Self::m_lowRate)),
                          burst::MakePositiveRateChecker())
            .AddAttribute("HighRate",
                          "Rate of the last gap of a chirp, at least.",
                          DataRateValue(DataRate("200Mbps")),
                          BetweenMeasurements(MakeDataRateAccessor(&Self::m_highRate)),
                          burst::MakePositiveRateChecker())
            .AddAttribute("SpreadFactor",
                          "A gap divided by the next one; at least 1.01.",
                          DoubleValue(1.2),
                          BetweenMeasurements(MakeDoubleAccessor(&Self::m_spread)),
                          MakeDoubleChecker<double>(1.01))
            .AddAttribute("PacketSize",
                          "Size of the packets in bytes, with the headers of IP and UDP.",
                          UintegerValue(1000),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_size)),
                          MakeUintegerChecker<uint32_t>(measurement::TrainPlan::MIN_SIZE,
                                                        measurement::TrainPlan::MAX_SIZE))
            .AddAttribute("Chirps",
                          "Chirps of which the mean is taken.",
                          UintegerValue(11),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_chirps)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("AverageRate",
                          "Rate of all chirps together, which sets the time from one to the next.",
                          DataRateValue(DataRate("300kbps")),
                          BetweenMeasurements(MakeDataRateAccessor(&Self::m_averageRate)),
                          burst::MakePositiveRateChecker())
            .AddAttribute("DecreaseFactor",
                          "An excursion of queueing delays ends when they have fallen below "
                          "their greatest rise divided by this number; at least 1.01.",
                          DoubleValue(1.5),
                          BetweenMeasurements(MakeDoubleAccessor(&Self::m_decrease)),
                          MakeDoubleChecker<double>(1.01))
            .AddAttribute("BusyPeriod",
                          "Packets of an excursion that counts, at least.",
                          UintegerValue(5),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_busyPeriod)),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

UdpProbe::Values
ChirpProbe::Estimate(const std::vector<measurement::ProbeTrain>& trains) const
{
    const measurement::Chirp chirp({m_decrease, m_busyPeriod});
    double sum = 0;
    double count = 0;
    for (const auto& train : trains)
    {
        if (const auto available = chirp.GetAvailable(train))
        {
            sum += *available;
            ++count;
        }
    }
    Values values{{"chirps", count, "1"}};
    if (count > 0)
    {
        values.push_back({"available", sum / count, "bit/s"});
    }
    return values;
}

void
ChirpProbe::DoStart()
{
    GetTimes(); // refuses rates that do not go together
    UdpProbe::DoStart();
}

std::vector<int64_t>
ChirpProbe::GetTimes() const
{
    return measurement::Chirp::GetTimes(static_cast<double>(m_lowRate.GetBitRate()),
                                        static_cast<double>(m_highRate.GetBitRate()),
                                        m_spread,
                                        m_size);
}

measurement::TrainPlan
ChirpProbe::MakePlan(const Draw& draw) const
{
    const auto times = GetTimes();
    const auto average = static_cast<double>(m_averageRate.GetBitRate());
    const auto apart =
        static_cast<int64_t>(8e9 * m_size * static_cast<double>(times.size()) / average);
    measurement::TrainPlan plan;
    int64_t begin = 0;
    for (uint32_t i = 0; i < m_chirps; ++i)
    {
        auto shifted = times;
        for (auto& time : shifted)
        {
            time += begin;
        }
        plan.AddTrain(m_size, shifted);
        begin += std::max(apart, times.back());
    }
    return plan;
}

void
ChirpProbe::Conclude(const Values& values, bool current)
{
    Report(values);
    Complete(Find(values, "chirps") > 0 ? "" : "no chirp came whole and in order");
}

} // namespace ns3
