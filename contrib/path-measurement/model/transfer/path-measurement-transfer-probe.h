/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_TRANSFER_PROBE_H
#define PATH_MEASUREMENT_TRANSFER_PROBE_H

#include "path-measurement-transfer-cause.h"
#include "path-measurement-transfer-sender.h"
#include "path-measurement-transfer-streams.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-host-parts.h"
#include "ns3/path-measurement-remote-probe.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief A tool that sends over parallel TCP streams, and says what they were limited by.
 *
 * A subclass sends when all streams are connected, in Begin(), between BeginAccount() and
 * EndAccount(), and hears in Break() of streams that ended by themselves.
 */
class TransferProbe : public RemoteProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    bool IsHeavy() const override;

  protected:
    /** @param tid of a tool
     * @param streams of it by default
     * @param window of it by default, bytes
     * @return the TypeId with attributes Streams and Window */
    static TypeId AddStreams(TypeId tid, uint32_t streams, uint32_t window);

    void BeginAccount(); //!< What is sent from now on counts.
    void EndAccount();   //!< It counts no more.
    /**
     * Report what counted: round trips, segments that were sent again, what senders waited for,
     * MHz of the processor, and the cause.
     *
     * @param sink how the receiving host was used
     * @param limit part of the time that a rate limit held data back
     * @return the cause in words
     */
    std::string ReportAccount(const measurement::TransferCause::Host& sink, double limit);

    Time Work(double cycles);                //!< @param cycles of a job @return when it is done
    double GetPerByte() const;               //!< @return cycles that TCP takes for a byte
    uint32_t GetStreams() const;             //!< @return attribute Streams at the start
    uint32_t GetWindow() const;              //!< @return attribute Window at the start
    Ptr<HostProcessor> GetProcessor() const; //!< @return of the host, or null
    Ptr<HostDisk> GetDisk() const;           //!< @return of the host, or null
    /** @param length in bytes @return the largest multiple of a segment that is not longer, at
     * least one segment */
    uint32_t Fit(uint32_t length) const;

    /** End because of a stream.
     * @param stream that has ended by itself
     * @param note what that means */
    void FinishBroken(uint32_t stream, const std::string& note);

    measurement::TransferStreams& GetConnections(); //!< @return to the server
    measurement::TransferSender& GetSender();       //!< @return over the streams

    void DoStart() override;
    void DoMeasure(uint16_t port) override;
    void DoEnd() override;

  private:
    /** What a measurement was started with. */
    struct Opened
    {
        uint32_t streams; //!< attribute Streams
        uint32_t window;  //!< attribute Window
    };

    virtual void Begin() = 0;                //!< All streams are connected.
    virtual void Break(uint32_t stream) = 0; //!< @param stream that has ended by itself

    void NotifyInterval();       //!< An interval is over.
    double GetDeviation() const; //!< @return of the rates of intervals, bit/s

    uint32_t m_number; //!< attribute Streams
    uint32_t m_window; //!< attribute Window
    Time m_interval;   //!< attribute Interval

    Opened m_opened{};                      //!< by the present measurement
    measurement::TransferStreams m_streams; //!< to the server
    measurement::TransferSender m_sender;   //!< over them
    Ptr<HostProcessor> m_processor;         //!< of the host, or null
    Ptr<HostDisk> m_disk;                   //!< of the host, or null
    Time m_begin;                           //!< of the account
    Time m_time;                            //!< of the account
    double m_cycles{0};                     //!< of the account
    Time m_processing;                      //!< of the host before the account, and then in it
    Time m_reading;                         //!< of the host before the account, and then in it
    EventId m_intervalEnd;                  //!< ends an interval
    uint64_t m_before{0};                   //!< bytes that had arrived when the interval began
    std::vector<double> m_rates;            //!< of intervals, bit/s
};

} // namespace ns3

#endif // PATH_MEASUREMENT_TRANSFER_PROBE_H
