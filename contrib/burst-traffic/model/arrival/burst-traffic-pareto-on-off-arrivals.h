/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_PARETO_ON_OFF_ARRIVALS_H
#define BURST_TRAFFIC_PARETO_ON_OFF_ARRIVALS_H

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
 * @brief Packet trains: a superposition of sources that alternate between ON and OFF for Pareto
 *        durations and make a request every Spacing ticks while ON.
 *
 * Avresky et al., "Performance Evaluation of the ServerNet SAN under Self-Similar Traffic",
 * sections 1.1 and 2.2. The paper leaves several choices open; here they are attributes: how
 * durations are rounded to ticks, at which ticks of an ON requests are made (ParetoOnOffLaw), how
 * sources start, and how a given rate is reached. By default sources start in equilibrium, without
 * warm-up.
 *
 * A timing wheel holds the next request of each source; the ON and OFF durations before it are
 * drawn without touching the wheel. Each source draws from a generator of its own, seeded from that
 * of the process.
 */
class ParetoOnOffArrivals : public ArrivalProcess
{
  public:
    /** How durations are rounded: as in ParetoTicks::Discretisation, or to 1/1024 of a tick. */
    enum Discretisation
    {
        FLOOR = traffic::ParetoTicks::FLOOR, //!< downwards to ticks
        ROUND = traffic::ParetoTicks::ROUND, //!< to the nearest tick
        CEIL = traffic::ParetoTicks::CEIL,   //!< upwards to ticks
        CONTINUOUS, //!< to the nearest 1/1024 of a tick, requests downwards to ticks below 2^50
    };

    /** State of the sources at tick 0. */
    enum Start
    {
        EQUILIBRIUM,     //!< ON or OFF in mid-duration
        FRESH_OFF,       //!< all at the start of an OFF
        FRESH_DURATIONS, //!< ON or OFF with the probabilities of equilibrium, at the start of it
    };

    /** How Rate is reached. */
    enum LambdaMapping
    {
        POOL,          //!< by the number of sources, the last of which is thinned
        THINNING,      //!< each request is kept with the same probability
        STRETCHED_OFF, //!< by a longer minimum of the OFF durations
    };

    /** Maximum number of sources: 8.8 GB of state. */
    static constexpr uint32_t MAX_SOURCES = 100'000'000;

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @return Rate if set, else Sources times ParetoOnOffLaw::GetMeanRate
     * @throw std::invalid_argument Rate cannot be reached; also in the functions below
     */
    double GetMeanRate() const override;

    /**
     * @param m length of the window in ticks; the cost grows with m log m
     * @return the exact variance in equilibrium, for any value of Start, from the renewal equations
     *         of ON and OFF; NaN for PhaseRule Carried and above 2^20 ticks (2^10 if Continuous)
     */
    double GetCountVariance(int64_t m) const override;

    /** @return number of sources: Sources, or with LambdaMapping Pool derived from Rate */
    uint32_t GetSourceCount() const;

    /** @return minimum of the OFF durations in ticks: OffMinimum, or with LambdaMapping
     * StretchedOff derived from Rate */
    double GetOffMinimum() const;

  private:
    /** Quantities derived from the attributes. */
    struct Design
    {
        traffic::ParetoOnOffLaw law; //!< of each source, in units of 2^-shift ticks
        int shift;                   //!< 0; 10 if Discretisation is Continuous
        double offMinimum;           //!< ticks
        uint32_t sources;            //!< number of sources
        uint32_t whole;              //!< sources that are not thinned: the first ones
        double keep;                 //!< probability that a request of a thinned source is kept
    };

    /** A source; the size of a cache line. */
    struct alignas(64) Source
    {
        traffic::StreamRandom random;         //!< generator of the source
        traffic::ParetoOnOffLaw::State state; //!< its next request, in units
    };

    void DoStart() override;
    int64_t DoNext() override;

    /** @return the derived quantities; std::invalid_argument if Rate cannot be reached */
    Design MakeDesign() const;

    /**
     * Put the next request of a source into the wheel, if there is one.
     *
     * @param index of the source; the request of its state may lie after its ON
     */
    void Schedule(uint32_t index);

    uint32_t m_count;                          //!< attribute Sources
    double m_onShape;                          //!< attribute OnShape
    double m_offShape;                         //!< attribute OffShape
    double m_onMinimum;                        //!< attribute OnMinimum
    double m_offMinimum;                       //!< attribute OffMinimum
    uint32_t m_spacing;                        //!< attribute Spacing
    Discretisation m_discretisation;           //!< attribute Discretisation
    traffic::ParetoOnOffLaw::PhaseRule m_rule; //!< attribute PhaseRule
    Start m_start;                             //!< attribute Start
    double m_rate;                             //!< attribute Rate
    LambdaMapping m_mapping;                   //!< attribute LambdaMapping

    std::optional<Design> m_design;          //!< quantities derived at the start
    std::vector<Source> m_sources;           //!< the sources
    std::optional<burst::TickWheel> m_wheel; //!< their next requests
    burst::TickWheel::Items m_due;           //!< sources with a request at the present tick
    int64_t m_tick;                          //!< the present tick
};

} // namespace ns3

#endif // BURST_TRAFFIC_PARETO_ON_OFF_ARRIVALS_H
