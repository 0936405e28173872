/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_THROUGHPUT_PROBE_H
#define PATH_MEASUREMENT_THROUGHPUT_PROBE_H

#include "path-measurement-transfer-cause.h"
#include "path-measurement-transfer-sender.h"
#include "path-measurement-transfer-streams.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-host-processor.h"
#include "ns3/path-measurement-remote-probe.h"
#include "ns3/ptr.h"

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
 * on, for Duration.
 */
class ThroughputProbe : public RemoteProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** Without the time that the agent takes for the login. */
    Time GetExpectedDuration(double rate, Time roundTrip) const override;
    double GetExpectedBytes(double rate) const override;
    bool IsHeavy() const override;

  private:
    std::string GetServer() const override;
    void DoMeasure(uint16_t port) override;
    void DoEnd() override;
    void HearReport(const std::vector<MeasurementResult::Value>& values) override;

    void Begin();                          //!< All streams are connected.
    void Count();                          //!< Omit is over.
    void Tell();                           //!< An interval is over.
    void Conclude();                       //!< The test is over.
    void Break(uint32_t stream);           //!< @param stream that has ended by itself
    Time Work(const TransferBlock& block); //!< @param block to send @return when it is ready
    double GetDeviation() const;           //!< @return of the rates of intervals, bit/s

    Time m_duration;   //!< attribute Duration
    Time m_omit;       //!< attribute Omit
    Time m_interval;   //!< attribute Interval
    uint32_t m_window; //!< attribute Window
    uint32_t m_number; //!< attribute Streams
    uint32_t m_length; //!< attribute Length

    TransferStreams m_streams;      //!< to the server
    TransferSender m_sender;        //!< over them
    Ptr<HostProcessor> m_processor; //!< of the host, or null
    double m_perByte{0};            //!< cycles
    double m_cycles{0};             //!< in the test
    Time m_busy;                    //!< of the processor, before the test and then in it
    EventId m_next;                 //!< counts, or ends the test
    EventId m_telling;              //!< ends an interval
    uint64_t m_before{0};           //!< bytes that had arrived when the interval began
    std::vector<double> m_rates;    //!< of intervals, bit/s
    uint32_t m_broken{0};           //!< streams that have ended by themselves
};

} // namespace ns3

#endif // PATH_MEASUREMENT_THROUGHPUT_PROBE_H
