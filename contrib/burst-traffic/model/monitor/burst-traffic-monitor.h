/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_MONITOR_H
#define BURST_TRAFFIC_MONITOR_H

#include "burst-traffic-haar.h"

#include "ns3/burst-core-simulation-end.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-core-trace-source.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief Measures the burstiness of trace sources at all time scales, during the simulation.
 *
 * Connects to any trace source: packets of a device, arrivals of an application, drops of a queue.
 * The monitor sums the firings of all connected sources, or their values, in slots of time from the
 * first Connect() on; the slots feed a HaarPyramid. Slots need no events: past slots are closed at
 * the next firing or query. So memory and time depend neither on the length of the run nor on idle
 * periods.
 */
class BurstinessMonitor : public Object
{
  public:
    /** What a firing adds to its slot. */
    enum Weight
    {
        FIRINGS, //!< one
        VALUE,   //!< its value, as burst::TraceSource reads it: a packet counts its bytes
    };

    /**
     * Signature of the trace source Estimate.
     *
     * @param slots number of slots: 2^10 at first, then doubled each time
     * @param estimate the estimate from these slots
     */
    using EstimateTracedCallback = void (*)(uint64_t slots, const traffic::HurstEstimate& estimate);

    /** @return the TypeId */
    static TypeId GetTypeId();
    BurstinessMonitor(); //!< Not connected.
    ~BurstinessMonitor() override;

    /**
     * @param path Config path of trace sources of a known signature (see burst::TraceSource), which
     * may contain wildcards; all matching sources are added up
     * @throws std::invalid_argument if no such source matches
     */
    void Connect(const std::string& path);

    /**
     * @param object with a trace source of a known signature
     * @param trace name of the source
     * @throws std::invalid_argument if the object has no such source
     */
    void Connect(Ptr<Object> object, const std::string& trace);

    /**
     * Connects a source of any signature.
     *
     * @tparam Args arguments of the source, exactly as it declares them
     * @param object that has the source
     * @param trace name of the source
     * @param value gives the value of a firing
     * @throws std::invalid_argument if the object has no such source, or it has other arguments
     */
    template <typename... Args>
    void ConnectAs(Ptr<Object> object,
                   const std::string& trace,
                   std::common_type_t<std::function<double(Args...)>> value)
    {
        const burst::TraceSource source(object, trace);
        Start();
        source.ConnectAs<Args...>(m_listener, value);
    }

    /** @return the pyramid of all slots that have ended */
    const traffic::HaarPyramid& GetPyramid();

    /**
     * @param level of the confidence interval, in (0, 1)
     * @return the Hurst parameter of all slots that have ended
     */
    traffic::HurstEstimate GetEstimate(double level = 0.95);

    /** @param octave from 0 on @return index of dispersion of blocks of 2^octave slots, over all
     * slots that have ended */
    double GetDispersion(uint32_t octave);

    /**
     * Append slots whose sums were computed elsewhere.
     *
     * @param sum sum of each slot
     * @param times number of slots to append
     */
    void AddSlots(double sum, uint64_t times = 1);

  private:
    class Listener; //!< passes firings on

    bool IsStarted() const; //!< @return whether counting began
    void Start();           //!< Begin to count, unless that was done.

    /** @param value of a firing */
    void Fire(double value);

    /** Add the slots that ended by now to the pyramid. */
    void CloseSlots();

    /** @return all octaves */
    burst::Statistic::Table GetTable();

    Time m_slotTime; //!< attribute Slot
    Weight m_weight; //!< attribute Weight

    std::shared_ptr<burst::TraceListener> m_listener; //!< what the sources hold
    int64_t m_slot{0};                         //!< Slot in time steps when counting began, 0 before
    int64_t m_begin{0};                        //!< when counting began, time steps
    std::optional<burst::SimulationEnd> m_end; //!< of the simulation, once counting began
    int64_t m_open{0};                         //!< number of the open slot
    double m_sum{0};                           //!< sum of the open slot
    traffic::HaarPyramid m_pyramid;            //!< the slots before it
    uint64_t m_nextReport;                     //!< number of slots for the next firing of Estimate
    TracedCallback<uint64_t, const traffic::HurstEstimate&>
        m_estimateTrace; //!< trace source Estimate
};

} // namespace ns3

#endif // BURST_TRAFFIC_MONITOR_H
