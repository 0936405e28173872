/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// An arrival process of your own, as a plugin: this file is all there is. It becomes a library that
// any scenario with a Process attribute can load.
//
//   ./lab run traffic-arrivals --plugin=weibull-arrivals
//                              '--Process=ns3::WeibullArrivals[Rate=0.1|Shape=0.5]'

#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/double.h"

#include <cmath>

namespace ns3
{

/**
 * Arrivals at independent Weibull intervals: bursts below Shape 1, Poisson arrivals at 1, ever more
 * regular ones above. All moments are finite, so unlike Pareto trains they smooth out in the end.
 */
class WeibullArrivals : public ArrivalProcess
{
  public:
    static TypeId GetTypeId();

    double GetMeanRate() const override
    {
        return m_rate;
    }

  private:
    void DoStart() override;
    int64_t DoNext() override;

    double m_rate;     // attribute Rate
    double m_shape;    // attribute Shape
    double m_scale;    // of the intervals, in ticks
    int64_t m_tick;    // of the last arrival
    double m_fraction; // where in that tick, so that no rounding adds up
};

// Puts the TypeId on the list of ns-3 when the library is loaded.
NS_OBJECT_ENSURE_REGISTERED(WeibullArrivals);

TypeId
WeibullArrivals::GetTypeId()
{
    static TypeId tid = TypeId("ns3::WeibullArrivals")
                            .SetParent<ArrivalProcess>()
                            .SetGroupName("Examples")
                            .AddConstructor<WeibullArrivals>()
                            .AddAttribute("Rate",
                                          "Arrivals per tick.",
                                          DoubleValue(0.1),
                                          MakeDoubleAccessor(&WeibullArrivals::m_rate),
                                          MakeDoubleChecker<double>(1e-9, 1e9))
                            .AddAttribute("Shape",
                                          "Shape of the Weibull law of the intervals.",
                                          DoubleValue(0.5),
                                          MakeDoubleAccessor(&WeibullArrivals::m_shape),
                                          MakeDoubleChecker<double>(0.2, 100));
    return tid;
}

// Called before the first arrival, and again whenever the process is rewound or cloned.
void
WeibullArrivals::DoStart()
{
    m_scale = 1 / (m_rate * std::tgamma(1 + 1 / m_shape)); // the mean interval is 1 / m_rate
    m_tick = 0;
    m_fraction = 0;
}

// The tick of the next arrival. All randomness comes from GetRandom(), which carries the stream.
int64_t
WeibullArrivals::DoNext()
{
    const double interval = m_scale * std::pow(-std::log(GetRandom().Uniform()), 1 / m_shape);
    double ticks;
    m_fraction = std::modf(m_fraction + interval, &ticks);
    m_tick += static_cast<int64_t>(ticks);
    return m_tick;
}

} // namespace ns3
