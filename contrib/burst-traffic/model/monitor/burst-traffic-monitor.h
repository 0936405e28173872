/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_MONITOR_H
#define BURST_TRAFFIC_MONITOR_H

#include "burst-traffic-haar.h"

#include "ns3/burst-core-trace-source.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief How bursty the firings of trace sources are, at all time scales, while they come.
 *
 * Hangs on any trace source: packets of a device, arrivals of an application, drops of a queue.
 * Firings, or their values, are added up in slots of time, from the first Connect() on, over all
 * sources that are connected; the slots feed a HaarPyramid. A slot costs no event: those that have
 * passed are closed when the next firing comes or when a question is asked, so that memory and time
 * depend neither on the length of the run nor on the silence in it.
 */
class BurstinessMonitor : public Object
{
  public:
    /** What a firing adds to its slot. */
    enum Weight
    {
        FIRINGS, //!< one
        VALUE,   //!< its value, as burst::TraceSource hears it: a packet counts its bytes
    };

    /**
     * Signature of the trace source Estimate.
     *
     * @param slots number of slots, 2^10 or twice as many as the last time
     * @param estimate of them
     */
    using EstimateTracedCallback = void (*)(uint64_t slots, const burst::HurstEstimate& estimate);

    /** @return the TypeId */
    static TypeId GetTypeId();
    BurstinessMonitor(); //!< Counts nothing yet.
    ~BurstinessMonitor() override;

    /**
     * @param path Config path of trace sources of a known signature (see burst::TraceSource), which
     * may hold wildcards; all that match are added up
     * @throws std::invalid_argument when there is none
     */
    void Connect(const std::string& path);

    /**
     * @param object that has a source of a known signature
     * @param trace name of the source
     * @throws std::invalid_argument when there is none
     */
    void Connect(Ptr<Object> object, const std::string& trace);

    /**
     * Connects a source of any signature.
     *
     * @tparam Args arguments of the source, exactly as it declares them
     * @param object that has the source
     * @param trace name of the source
     * @param value gives the value of a firing
     * @throws std::invalid_argument when it has none, or one of other arguments
     */
    template <typename... Args>
    void ConnectAs(Ptr<Object> object,
                   const std::string& trace,
                   std::common_type_t<std::function<double(Args...)>> value)
    {
        burst::TraceSource(object, trace).ConnectAs<Args...>(m_listener, value);
        Start();
    }

    /** @return the slots that ended by now */
    const burst::HaarPyramid& GetPyramid();

    /**
     * @param level of the confidence interval, in (0, 1)
     * @return the Hurst parameter of the slots that ended by now
     */
    burst::HurstEstimate GetEstimate(double level = 0.95);

    /** @param octave from 0 on @return variance over mean of 2^octave slots that ended by now */
    double GetDispersion(uint32_t octave);

    /**
     * Stores the table `haar` (octave, slots and time of a block, number of blocks, mean, energy,
     * dispersion) and the scalars hurst, hurst_low, hurst_high, hurst_p_value, hurst_first_octave
     * and hurst_last_octave; without an estimate not a number four times, and 0 twice.
     *
     * @tparam Archive takes metrics, scalars and tables as RunArchive does
     * @param archive to write to, before RunArchive::Commit
     * @param name object of the scalars; if there is one, the table is `haar[name]`
     * @throws std::invalid_argument when that was written already
     */
    template <typename Archive>
    void Write(Archive& archive, const std::string& name = "");

  private:
    class Listener; //!< passes firings on

    /** Begin to count, unless that was done. */
    void Start();

    /** @param value of a firing */
    void Fire(double value);

    /** Add the slots that ended by now to the pyramid. */
    void CloseSlots();

    /** @param sum of a slot @param times how many slots of this sum follow each other */
    void Add(double sum, uint64_t times);

    Time m_slotTime; //!< attribute Slot
    Weight m_weight; //!< attribute Weight

    std::shared_ptr<burst::TraceListener> m_listener; //!< what the sources hold
    int64_t m_slot{0};            //!< Slot in time steps when counting began, 0 before
    int64_t m_begin{0};           //!< when counting began, time steps
    int64_t m_open{0};            //!< number of the open slot
    double m_sum{0};              //!< what was counted in it
    burst::HaarPyramid m_pyramid; //!< the slots before it
    uint64_t m_nextReport;        //!< number of slots for the next firing of Estimate
    TracedCallback<uint64_t, const burst::HurstEstimate&>
        m_estimateTrace; //!< trace source Estimate
};

template <typename Archive>
void
BurstinessMonitor::Write(Archive& archive, const std::string& name)
{
    const burst::HurstEstimate estimate = GetEstimate();
    const auto add = [&](const std::string& metric, const std::string& description, double value) {
        archive.DefineMetric(metric, "1", description);
        archive.AddScalar(metric, value, name);
    };
    add("hurst", "Hurst parameter of the slots, by the Haar wavelet", estimate.hurst);
    add("hurst_low", "lower end of its 95 % confidence interval", estimate.low);
    add("hurst_high", "upper end of its 95 % confidence interval", estimate.high);
    add("hurst_p_value", "goodness of its fit: p-value of the chi-square", estimate.pValue);
    add("hurst_first_octave", "its shortest blocks are 2^this slots", estimate.first);
    add("hurst_last_octave", "its longest blocks are 2^this slots", estimate.last);

    const auto table = archive.AddTable(name.empty() ? "haar" : "haar[" + name + "]",
                                        {{"octave", "1"},
                                         {"slots", "1"},
                                         {"time", "ns"},
                                         {"blocks", "1"},
                                         {"mean", "1"},
                                         {"energy", "1"},
                                         {"dispersion", "1"}});
    const double slot = TimeStep(m_slot).ToDouble(Time::NS);
    for (uint32_t octave = 0; octave <= m_pyramid.GetLastOctave(); ++octave)
    {
        const double slots = std::ldexp(1.0, static_cast<int>(octave));
        archive.AddRow(table,
                       std::vector<double>{static_cast<double>(octave),
                                           slots,
                                           slots * slot,
                                           static_cast<double>(m_pyramid.GetBlocks(octave)),
                                           m_pyramid.GetMean(octave),
                                           m_pyramid.GetEnergy(octave),
                                           m_pyramid.GetDispersion(octave)});
    }
}

} // namespace ns3

#endif // BURST_TRAFFIC_MONITOR_H
