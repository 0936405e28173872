/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_PARETO_ON_OFF_H
#define BURST_TRAFFIC_PARETO_ON_OFF_H

#include "burst-traffic-arrival-process.h"
#include "burst-traffic-pareto-on-off-law.h"

#include "ns3/burst-core-tick-wheel.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief Packet trains: the sum of sources that strictly alternate between ON and OFF for Pareto
 *        durations and make a request every Spacing ticks while ON.
 *
 * Avresky et al., "Performance Evaluation of the ServerNet SAN under Self-Similar Traffic",
 * sections 1.1 and 2.2. What that text leaves open are attributes: how durations become whole
 * ticks, where in an ON requests fall (ParetoOnOffLaw), how sources start, and how a wanted rate is
 * reached. Sources start in equilibrium; no warm-up is needed.
 *
 * A timing wheel holds the next request of each source; the ON and OFF durations before it are
 * drawn without touching the wheel. Each source draws from a generator of its own, seeded from that
 * of the process.
 */
class ParetoOnOffArrivals : public ArrivalProcess
{
  public:
    /** How durations become whole: as ParetoTicks::Discretisation, or hardly at all. */
    enum Discretisation
    {
        FLOOR = burst::ParetoTicks::FLOOR, //!< downwards to ticks
        ROUND = burst::ParetoTicks::ROUND, //!< to the nearest tick
        CEIL = burst::ParetoTicks::CEIL,   //!< upwards to ticks
        CONTINUOUS, //!< to the nearest 1/1024 of a tick, requests downwards to ticks below 2^50
    };

    /** State of the sources at tick 0. */
    enum Start
    {
        EQUILIBRIUM,     //!< ON or OFF in mid-duration
        FRESH_OFF,       //!< all at the start of an OFF
        FRESH_DURATIONS, //!< ON with the probability of equilibrium, but at the begin of a duration
    };

    /** How Rate is reached. */
    enum LambdaMapping
    {
        POOL,          //!< by the number of sources; what is left over by one thinned source
        THINNING,      //!< each request of the Sources is kept with one probability
        STRETCHED_OFF, //!< by the minimum of the OFF durations of the Sources
    };

    /** Most sources that are added up: 8.8 GB of state. */
    static constexpr uint32_t MOST_SOURCES = 100'000'000;

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @return Rate if that is set (std::invalid_argument, here and below, if it cannot be reached),
     *         else Sources times that of the law (ParetoOnOffLaw)
     */
    double GetMeanRate() const override;

    /**
     * @param m length of the window in ticks; the cost grows with m log m
     * @return the exact variance in equilibrium, whatever Start says, from the renewal equations of
     *         ON and OFF; NaN for PhaseRule Carried and above 2^20 ticks (2^10 if Continuous)
     */
    double GetCountVariance(int64_t m) const override;

    /** @return number of sources, which LambdaMapping Pool derives from Rate */
    uint32_t GetSourceCount() const;

    /** @return minimum of the OFF durations in ticks, which LambdaMapping StretchedOff derives */
    double GetOffMinimum() const;

  private:
    /** What the attributes come to. */
    struct Design
    {
        burst::ParetoOnOffLaw law; //!< of each source, in units of 2^-shift ticks
        int shift;                 //!< 0; 10 if Discretisation is Continuous
        double offMinimum;         //!< ticks
        uint32_t sources;          //!< number of sources
        uint32_t whole;            //!< how many of them, the first ones, are not thinned
        double keep;               //!< probability that a request of a thinned source is kept
    };

    /** A source; the size of a cache line. */
    struct alignas(64) Source
    {
        burst::StreamRandom random;         //!< makes all its draws
        burst::ParetoOnOffLaw::State state; //!< its next request, in units
    };

    void DoStart() override;
    int64_t DoNext() override;

    /** @return what the attributes come to; std::invalid_argument if Rate cannot be reached */
    Design MakeDesign() const;

    /**
     * Hang the next request of a source into the wheel, if one comes.
     *
     * @param index of the source; the request of its state may lie behind its ON
     */
    void Hang(uint32_t index);

    uint32_t m_count;                        //!< attribute Sources
    double m_onShape;                        //!< attribute OnShape
    double m_offShape;                       //!< attribute OffShape
    double m_onMinimum;                      //!< attribute OnMinimum
    double m_offMinimum;                     //!< attribute OffMinimum
    uint32_t m_spacing;                      //!< attribute Spacing
    Discretisation m_discretisation;         //!< attribute Discretisation
    burst::ParetoOnOffLaw::PhaseRule m_rule; //!< attribute PhaseRule
    Start m_start;                           //!< attribute Start
    double m_rate;                           //!< attribute Rate
    LambdaMapping m_mapping;                 //!< attribute LambdaMapping

    std::optional<Design> m_design;          //!< what the attributes came to at the start
    std::vector<Source> m_sources;           //!< the sources
    std::optional<burst::TickWheel> m_wheel; //!< their next requests
    burst::TickWheel::Items m_due;           //!< sources with a request at the present tick
    int64_t m_tick;                          //!< the present tick
};

} // namespace ns3

#endif // BURST_TRAFFIC_PARETO_ON_OFF_H
