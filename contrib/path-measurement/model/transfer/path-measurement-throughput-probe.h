/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_THROUGHPUT_PROBE_H
#define PATH_MEASUREMENT_THROUGHPUT_PROBE_H

#include "path-measurement-transfer-probe.h"
#include "path-measurement-transfer-server.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-result.h"

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
    void ReceiveReport(const std::vector<MeasurementResult::Value>& values) override;

    void Conclude(); //!< The test is over.

    Time m_duration;   //!< attribute Duration
    Time m_omit;       //!< attribute Omit
    uint32_t m_length; //!< attribute Length

    EventId m_counting;   //!< ends Omit
    EventId m_concluding; //!< ends the test
    uint32_t m_broken{0}; //!< streams that have ended by themselves
};

/**
 * @ingroup path-measurement
 * @brief The far end of ThroughputProbe: counts what comes in the time of the test, which begins
 * with the first byte.
 */
class ThroughputServer : public TransferServer
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @return "throughput", "stream_least" and "stream_most", in bit/s; "processor", the part of
     * the time that the processor worked, and "cpu_receiver", MHz of it for this test, if there is
     * one
     */
    std::vector<MeasurementResult::Value> GetReport() const override;

  private:
    void Read(uint32_t stream, Ptr<Packet> packet) override;
    void Begin(); //!< Omit is over.
    void End();   //!< The test is over.
    void DoStop() override;

    Time m_omit;     //!< attribute Omit
    Time m_duration; //!< attribute Duration

    bool m_begun{false};           //!< whether a byte has come
    bool m_counting{false};        //!< whether the test goes on
    EventId m_next;                //!< begins or ends it
    Time m_begin;                  //!< of the test
    Time m_end;                    //!< of the test, if it is over
    std::vector<uint64_t> m_bytes; //!< in the test, by stream
    Time m_busy;                   //!< of the processor, before the test or in it
    double m_used{0};              //!< cycles, before the test or in it
};

} // namespace ns3

#endif // PATH_MEASUREMENT_THROUGHPUT_PROBE_H
