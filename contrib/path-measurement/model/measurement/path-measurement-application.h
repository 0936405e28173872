/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_APPLICATION_H
#define PATH_MEASUREMENT_APPLICATION_H

#include "path-measurement-probe.h"

#include "ns3/application.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief Measures with a probe again and again, from a node to the remote host of the probe.
 *
 * A measurement starts every Interval, or at the end of the previous measurement if that is later.
 * A measurement that the end of the application cuts short has the status SKIPPED, and a note.
 */
class MeasurementApplication : public Application
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    Ptr<MeasurementProbe> GetProbe(); //!< @return the probe, which is made by the first call

    /** @param stream first random stream to use @return how many are used. Not marked as override:
     * in ns-3.37 the base class has no such function. */
    virtual int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    bool HasProbe() const; //!< @return whether the probe was made
    bool IsOver() const;   //!< @return whether no measurement is to come

    void StartApplication() override;
    void StopApplication() override;

    void Measure();                               //!< Begin a measurement.
    void Record(const MeasurementResult& result); //!< @param result of a measurement

    burst::ObjectText m_text; //!< attribute Probe
    Time m_interval;          //!< attribute Interval
    uint32_t m_count;         //!< attribute Count

    Ptr<MeasurementProbe> m_probe; //!< the probe
    uint32_t m_begun{0};           //!< measurements
    bool m_over{false};            //!< whether no measurement is to come
    EventId m_next;                //!< the next measurement

    TracedCallback<const MeasurementResult&> m_resultTrace; //!< trace source Result
};

} // namespace ns3

#endif // PATH_MEASUREMENT_APPLICATION_H
