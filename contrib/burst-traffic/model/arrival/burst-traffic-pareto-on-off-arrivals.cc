/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-pareto-on-off-arrivals.h"

#include "ns3/burst-core-compat.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ParetoOnOffArrivals");

NS_OBJECT_ENSURE_REGISTERED(ParetoOnOffArrivals);

TypeId
ParetoOnOffArrivals::GetTypeId()
{
    using Self = ParetoOnOffArrivals;
    using Law = traffic::ParetoOnOffLaw;
    // One for each attribute: ObjectFactory tells attributes apart by their checkers.
    const auto shape = [] { return MakeDoubleChecker<double>(std::nextafter(1.0, 2.0), 2.0); };
    const auto minimum = [] { return MakeDoubleChecker<double>(1, 1e9); };
    static TypeId tid =
        TypeId("ns3::ParetoOnOffArrivals")
            .SetParent<ArrivalProcess>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<ParetoOnOffArrivals>()
            .AddAttribute("Sources",
                          "Number of independent ON-OFF sources that are added up.",
                          UintegerValue(1),
                          UntilFirstArrival(MakeUintegerAccessor(&Self::m_count)),
                          MakeUintegerChecker<uint32_t>(1, MAX_SOURCES))
            .AddAttribute("OnShape",
                          "Tail index of the ON durations, above 1 and at most 2.",
                          DoubleValue(1.9),
                          UntilFirstArrival(MakeDoubleAccessor(&Self::m_onShape)),
                          shape())
            .AddAttribute("OffShape",
                          "Tail index of the OFF durations, above 1 and at most 2.",
                          DoubleValue(1.25),
                          UntilFirstArrival(MakeDoubleAccessor(&Self::m_offShape)),
                          shape())
            .AddAttribute("OnMinimum",
                          "Shortest ON duration in ticks, before Discretisation.",
                          DoubleValue(1),
                          UntilFirstArrival(MakeDoubleAccessor(&Self::m_onMinimum)),
                          minimum())
            .AddAttribute("OffMinimum",
                          "Shortest OFF duration in ticks, before Discretisation; LambdaMapping "
                          "StretchedOff makes it longer.",
                          DoubleValue(1),
                          UntilFirstArrival(MakeDoubleAccessor(&Self::m_offMinimum)),
                          minimum())
            .AddAttribute("Spacing",
                          "Ticks between two requests of a source that is ON.",
                          UintegerValue(10),
                          UntilFirstArrival(MakeUintegerAccessor(&Self::m_spacing)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Discretisation",
                          "How durations are rounded to whole ticks; Continuous keeps them to "
                          "1/1024 of a tick.",
                          EnumValue(FLOOR),
                          UntilFirstArrival(burst::MakeEnumerationAccessor<Discretisation>(
                              &Self::m_discretisation)),
                          MakeEnumChecker(FLOOR,
                                          "Floor",
                                          ROUND,
                                          "Round",
                                          CEIL,
                                          "Ceil",
                                          CONTINUOUS,
                                          "Continuous"))
            .AddAttribute(
                "PhaseRule",
                "Where in an ON requests fall. FreeGrid: on a grid of random phase that "
                "runs on through OFF; Carried: whenever the source was ON for another "
                "Spacing ticks; AtStart: at its start and every Spacing ticks from "
                "there; AfterSpacing: the same without the one at the start.",
                EnumValue(Law::FREE_GRID),
                UntilFirstArrival(burst::MakeEnumerationAccessor<Law::PhaseRule>(&Self::m_rule)),
                MakeEnumChecker(Law::FREE_GRID,
                                "FreeGrid",
                                Law::CARRIED,
                                "Carried",
                                Law::AT_START,
                                "AtStart",
                                Law::AFTER_SPACING,
                                "AfterSpacing"))
            .AddAttribute("Start",
                          "State of the sources at tick 0. Equilibrium: ON or OFF in mid-duration; "
                          "FreshOff: all at the start of an OFF; FreshDurations: ON or OFF with "
                          "the probabilities of equilibrium, at the start of the duration.",
                          EnumValue(EQUILIBRIUM),
                          UntilFirstArrival(burst::MakeEnumerationAccessor<Start>(&Self::m_start)),
                          MakeEnumChecker(EQUILIBRIUM,
                                          "Equilibrium",
                                          FRESH_OFF,
                                          "FreshOff",
                                          FRESH_DURATIONS,
                                          "FreshDurations"))
            .AddAttribute("Rate",
                          "Requests per tick of all sources together, reached as LambdaMapping "
                          "says; 0: the rate follows from the other attributes.",
                          DoubleValue(0),
                          UntilFirstArrival(MakeDoubleAccessor(&Self::m_rate)),
                          MakeDoubleChecker<double>(0, 1e9))
            .AddAttribute(
                "LambdaMapping",
                "How Rate is reached. Pool: by the number of sources, the last of which is "
                "thinned (Sources has to stay 1); Thinning: each request is kept with the "
                "same probability; StretchedOff: by a longer OffMinimum.",
                EnumValue(POOL),
                UntilFirstArrival(burst::MakeEnumerationAccessor<LambdaMapping>(&Self::m_mapping)),
                MakeEnumChecker(POOL, "Pool", THINNING, "Thinning", STRETCHED_OFF, "StretchedOff"));
    return tid;
}

double
ParetoOnOffArrivals::GetMeanRate() const
{
    const auto design = MakeDesign();
    const double rate = std::ldexp(design.law.GetMeanRate(), design.shift);
    return rate * (design.whole + design.keep * (design.sources - design.whole));
}

double
ParetoOnOffArrivals::GetCountVariance(int64_t m) const
{
    constexpr int64_t LONGEST_WINDOW = 1 << 20;
    const auto design = MakeDesign();
    if (m < 0 || m > LONGEST_WINDOW >> design.shift)
    {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const int64_t units = m << design.shift;
    const double one = design.law.GetCountVariance(units);
    const double mean = design.law.GetMeanRate() * static_cast<double>(units);
    const double thinned = design.keep * (design.keep * one + (1 - design.keep) * mean);
    return design.whole * one + (design.sources - design.whole) * thinned;
}

uint32_t
ParetoOnOffArrivals::GetSourceCount() const
{
    return MakeDesign().sources;
}

double
ParetoOnOffArrivals::GetOffMinimum() const
{
    return MakeDesign().offMinimum;
}

ParetoOnOffArrivals::Design
ParetoOnOffArrivals::MakeDesign() const
{
    const bool continuous = m_discretisation == CONTINUOUS;
    const int shift = continuous ? 10 : 0;
    const auto rounding = continuous
                              ? traffic::ParetoTicks::ROUND
                              : static_cast<traffic::ParetoTicks::Discretisation>(m_discretisation);
    const traffic::ParetoTicks on(m_onShape, std::ldexp(m_onMinimum, shift), rounding);
    const auto makeLaw = [&](double offMinimum) {
        return traffic::ParetoOnOffLaw(
            on,
            traffic::ParetoTicks(m_offShape, std::ldexp(offMinimum, shift), rounding),
            int64_t{m_spacing} << shift,
            m_rule);
    };
    Design design{makeLaw(m_offMinimum), shift, m_offMinimum, m_count, m_count, 1};
    if (m_rate == 0)
    {
        return design;
    }
    const double one = std::ldexp(design.law.GetMeanRate(), shift);
    const auto refuse = [&](const auto&... what) {
        std::ostringstream message;
        message << "Rate of " << GetInstanceTypeId().GetName() << " is " << m_rate << " per tick, ";
        (message << ... << what);
        throw std::invalid_argument(message.str());
    };
    if (m_mapping == POOL)
    {
        const double sources = m_rate / one;
        if (m_count != 1)
        {
            refuse("from which LambdaMapping Pool derives the number of sources; Sources has to "
                   "stay 1, or Rate 0");
        }
        if (sources > MAX_SOURCES)
        {
            refuse("which takes more sources than ", MAX_SOURCES);
        }
        design.whole = static_cast<uint32_t>(sources);
        design.keep = sources - design.whole;
        design.sources = design.whole + (design.keep > 0);
        return design;
    }
    if (m_rate > one * m_count)
    {
        refuse("more than the ",
               one * m_count,
               " that Sources = ",
               m_count,
               " give; LambdaMapping can only lower it");
    }
    if (m_mapping == THINNING)
    {
        design.whole = 0;
        design.keep = m_rate / (one * m_count);
        return design;
    }
    const double cycle = std::ldexp(design.law.GetRequestsPerOn() * m_count / m_rate, shift);
    if (cycle * (m_offShape - 1) / m_offShape > traffic::ParetoTicks::LARGEST_MINIMUM)
    {
        refuse("for which OFF durations of at least ",
               std::ldexp(traffic::ParetoTicks::LARGEST_MINIMUM, -shift),
               " ticks are too short");
    }
    const double minimum =
        traffic::ParetoTicks::FindMinimum(m_offShape, cycle - on.GetMean(), rounding);
    design.offMinimum = std::max(std::ldexp(minimum, -shift), m_offMinimum);
    design.law = makeLaw(design.offMinimum);
    return design;
}

void
ParetoOnOffArrivals::DoStart()
{
    m_design.emplace(MakeDesign());
    NS_LOG_LOGIC(m_design->sources << " sources, " << m_design->whole << " of them not thinned to "
                                   << m_design->keep << ", OFF for at least "
                                   << m_design->offMinimum << " ticks");
    const auto& law = m_design->law;
    CheckSteps(1 / (law.GetRequestsPerOn() * (m_design->whole > 0 ? 1 : m_design->keep)),
               "ON durations, by Rate, Spacing and PhaseRule");
    m_wheel.emplace();
    m_due = {};
    m_sources.clear();
    m_sources.reserve(m_design->sources);
    const double duty = m_start == FRESH_OFF ? 0 : law.GetDuty();
    for (uint32_t index = 0; index < m_design->sources; ++index)
    {
        auto random = GetRandom().Split();
        const auto state =
            m_start == EQUILIBRIUM ? law.StartInEquilibrium(random) : law.StartFresh(duty, random);
        m_sources.push_back({random, state});
        Schedule(index);
    }
}

int64_t
ParetoOnOffArrivals::DoNext()
{
    while (true)
    {
        if (m_due.begin() == m_due.end())
        {
            m_tick = m_wheel->GetNext();
            if (m_tick == NEVER)
            {
                return NEVER;
            }
            m_due = m_wheel->Take();
        }
        const uint32_t index = *m_due.begin();
        m_due = {m_due.begin() + 1, m_due.end()};
        if (m_due.begin() != m_due.end())
        {
            __builtin_prefetch(&m_sources[*m_due.begin()]);
        }
        auto& source = m_sources[index];
        source.state.request += m_design->law.GetSpacing();
        Schedule(index);
        if (index < m_design->whole || source.random.Uniform() <= m_design->keep)
        {
            return m_tick;
        }
    }
}

void
ParetoOnOffArrivals::Schedule(uint32_t index)
{
    auto& [random, state] = m_sources[index];
    const bool comes = state.request < state.onEnd || m_design->law.Advance(state, HORIZON, random);
    if (comes && state.request < HORIZON)
    {
        m_wheel->Push(state.request >> m_design->shift, index);
    }
}

} // namespace ns3
