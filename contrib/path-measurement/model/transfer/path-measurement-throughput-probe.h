/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_THROUGHPUT_PROBE_H
#define PATH_MEASUREMENT_THROUGHPUT_PROBE_H

#include "path-measurement-transfer-probe.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief The throughput of parallel TCP streams from memory to memory, as iperf measures it, and
 * what it was limited by.
 *
 * The test begins when all streams are connected. The server counts what comes from the first byte
 * on, for Duration. Streams that break leave the others alone.
 */
class ThroughputProbe : public TransferProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** Without the time that the agent takes for the login. */
    Time GetExpectedDuration(double rate, Time roundTrip) const override;
    double GetExpectedBytes(double rate) const override;

  private:
    std::string GetServer() const override;
    void Begin() override;
    void Break(uint32_t stream) override;
    void DoEnd() override;
    void HearReport(const std::vector<MeasurementResult::Value>& values) override;

    void Conclude(); //!< The test is over.

    Time m_duration;   //!< attribute Duration
    Time m_omit;       //!< attribute Omit
    uint32_t m_length; //!< attribute Length

    EventId m_counting;   //!< ends Omit
    EventId m_concluding; //!< ends the test
    uint32_t m_broken{0}; //!< streams that have ended by themselves
};

} // namespace ns3

#endif // PATH_MEASUREMENT_THROUGHPUT_PROBE_H
