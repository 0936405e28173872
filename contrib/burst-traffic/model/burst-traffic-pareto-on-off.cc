/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-pareto-on-off.h"

#include "ns3/burst-core-compat.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ParetoOnOffArrivals);

TypeId
ParetoOnOffArrivals::GetTypeId()
{
    using Self = ParetoOnOffArrivals;
    using Law = ParetoOnOffLaw;
    static const auto shapeChecker = MakeDoubleChecker<double>(std::nextafter(1.0, 2.0), 2.0);
    static const auto minimumChecker = MakeDoubleChecker<double>(1, 1e9);
    static TypeId tid =
        TypeId("ns3::ParetoOnOffArrivals")
            .SetParent<ArrivalProcess>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<ParetoOnOffArrivals>()
            .AddAttribute("Sources",
                          "Number of independent ON-OFF sources that are added up.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Self::m_sources),
                          MakeUintegerChecker<uint32_t>(1, MOST_SOURCES))
            .AddAttribute("OnShape",
                          "Tail index of the ON durations, above 1 and at most 2.",
                          DoubleValue(1.9),
                          MakeDoubleAccessor(&Self::m_onShape),
                          shapeChecker)
            .AddAttribute("OffShape",
                          "Tail index of the OFF durations, above 1 and at most 2.",
                          DoubleValue(1.25),
                          MakeDoubleAccessor(&Self::m_offShape),
                          shapeChecker)
            .AddAttribute("OnMinimum",
                          "Shortest ON duration in ticks, before Discretisation.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&Self::m_onMinimum),
                          minimumChecker)
            .AddAttribute("OffMinimum",
                          "Shortest OFF duration in ticks, before Discretisation; LambdaMapping "
                          "StretchedOff makes it longer.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&Self::m_offMinimum),
                          minimumChecker)
            .AddAttribute("Spacing",
                          "Ticks between two requests of a source that is ON.",
                          UintegerValue(10),
                          MakeUintegerAccessor(&Self::m_spacing),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Discretisation",
                          "How durations become whole ticks; Continuous: not, they are kept to "
                          "1/1024 of a tick.",
                          EnumValue(FLOOR),
                          MakeEnumerationAccessor<Discretisation>(&Self::m_discretisation),
                          MakeEnumChecker(FLOOR,
                                          "Floor",
                                          ROUND,
                                          "Round",
                                          CEIL,
                                          "Ceil",
                                          CONTINUOUS,
                                          "Continuous"))
            .AddAttribute("PhaseRule",
                          "Where in an ON requests fall. FreeGrid: on a grid of random phase that "
                          "runs on through OFF; Carried: whenever the source was ON for another "
                          "Spacing ticks; AtStart: at its start and every Spacing ticks from "
                          "there; AfterSpacing: the same without the one at the start.",
                          EnumValue(Law::FREE_GRID),
                          MakeEnumerationAccessor<Law::PhaseRule>(&Self::m_rule),
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
                          "FreshOff: all at the begin of an OFF; FreshDurations: ON with the "
                          "probability of equilibrium, but at the begin of a duration.",
                          EnumValue(EQUILIBRIUM),
                          MakeEnumerationAccessor<Start>(&Self::m_start),
                          MakeEnumChecker(EQUILIBRIUM,
                                          "Equilibrium",
                                          FRESH_OFF,
                                          "FreshOff",
                                          FRESH_DURATIONS,
                                          "FreshDurations"))
            .AddAttribute("Rate",
                          "Wanted requests per tick of all sources, reached by LambdaMapping; 0: "
                          "what Sources give.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Self::m_rate),
                          MakeDoubleChecker<double>(0, 1e9))
            .AddAttribute(
                "LambdaMapping",
                "How Rate is reached. Pool: by the number of sources, one of which is "
                "thinned, Sources stays 1; Thinning: each request is kept with one "
                "probability; StretchedOff: by a longer OffMinimum.",
                EnumValue(POOL),
                MakeEnumerationAccessor<LambdaMapping>(&Self::m_mapping),
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
    const auto rounding = continuous ? ParetoTicks::ROUND
                                     : static_cast<ParetoTicks::Discretisation>(m_discretisation);
    const ParetoTicks on(m_onShape, std::ldexp(m_onMinimum, shift), rounding);
    const auto makeLaw = [&](double offMinimum) {
        return ParetoOnOffLaw(on,
                              ParetoTicks(m_offShape, std::ldexp(offMinimum, shift), rounding),
                              int64_t{m_spacing} << shift,
                              m_rule);
    };
    Design design{makeLaw(m_offMinimum), shift, m_offMinimum, m_sources, m_sources, 1};
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
        if (m_sources != 1)
        {
            refuse("from which LambdaMapping Pool derives the number of sources; Sources has to "
                   "stay 1, or Rate 0");
        }
        if (sources > MOST_SOURCES)
        {
            refuse("which takes more sources than ", MOST_SOURCES);
        }
        design.whole = static_cast<uint32_t>(sources);
        design.keep = sources - design.whole;
        design.sources = design.whole + (design.keep > 0);
        return design;
    }
    if (m_rate > one * m_sources)
    {
        refuse("more than the ",
               one * m_sources,
               " that Sources = ",
               m_sources,
               " give; LambdaMapping can only lower it");
    }
    if (m_mapping == THINNING)
    {
        design.whole = 0;
        design.keep = m_rate / (one * m_sources);
        return design;
    }
    const double cycle = std::ldexp(design.law.GetRequestsPerOn() * m_sources / m_rate, shift);
    const double minimum = ParetoTicks::FindMinimum(m_offShape, cycle - on.GetMean(), rounding);
    design.offMinimum = std::max(std::ldexp(minimum, -shift), m_offMinimum);
    design.law = makeLaw(design.offMinimum);
    return design;
}

void
ParetoOnOffArrivals::DoStart()
{
    m_design.emplace(MakeDesign());
    m_onEnd.resize(m_design->sources);
    PlayAll();
}

int64_t
ParetoOnOffArrivals::DoNext()
{
    while (m_winner.unit != NEVER)
    {
        const auto [unit, source] = m_winner;
        Replay(Seek(source, unit + m_design->law.GetSpacing()));
        if (source < m_design->whole || GetRandom().Uniform() <= m_design->keep)
        {
            return unit >> m_design->shift;
        }
    }
    return NEVER;
}

ParetoOnOffArrivals::Request
ParetoOnOffArrivals::Seek(uint32_t source, int64_t request)
{
    ParetoOnOffLaw::State state{m_onEnd[source], request};
    if (state.request >= state.onEnd && !m_design->law.Advance(state, HORIZON, GetRandom()))
    {
        return {NEVER, source};
    }
    m_onEnd[source] = state.onEnd;
    return {state.request < HORIZON ? state.request : NEVER, source};
}

void
ParetoOnOffArrivals::PlayAll()
{
    // Node 1 is the final, nodes count .. 2 count - 1 are the sources.
    const auto& law = m_design->law;
    const uint32_t count = m_design->sources;
    const double duty = m_start == FRESH_OFF ? 0 : law.GetDuty();
    std::vector<Request> winners(2 * static_cast<std::size_t>(count));
    for (uint32_t source = 0; source < count; ++source)
    {
        const auto state = m_start == EQUILIBRIUM ? law.StartInEquilibrium(GetRandom())
                                                  : law.StartFresh(duty, GetRandom());
        m_onEnd[source] = state.onEnd;
        winners[count + source] = Seek(source, state.request);
    }
    m_losers.resize(count);
    for (std::size_t node = count - 1; node > 0; --node)
    {
        winners[node] = winners[2 * node];
        m_losers[node] = winners[2 * node + 1];
        if (m_losers[node] < winners[node])
        {
            std::swap(m_losers[node], winners[node]);
        }
    }
    m_winner = winners[1];
}

void
ParetoOnOffArrivals::Replay(Request request)
{
    for (std::size_t node = (m_losers.size() + request.source) / 2; node > 0; node /= 2)
    {
        // Who wins is as good as random: written so that no branch has to be predicted.
        const Request rival = m_losers[node];
        const bool loses = rival < request;
        m_losers[node] = loses ? request : rival;
        request = loses ? rival : request;
    }
    m_winner = request;
}

} // namespace ns3
