/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_PROBE_H
#define PATH_MEASUREMENT_PROBE_H

#include "path-measurement-result.h"

#include "ns3/address.h"
#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief A measurement of the path to a remote host, by some tool.
 *
 * Start() starts one measurement, and exactly one result follows, at the latest after Timeout. A
 * tool is a subclass: DoStart() starts, Finish() ends, DoStop() releases sockets and events.
 *
 * Attributes are refused while a measurement runs, but for Window and Streams of a TransferProbe,
 * which act from the next one on. A tool passes its accessors through BetweenMeasurements().
 */
class MeasurementProbe : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    using Done = Callback<void, const MeasurementResult&>; //!< told of the result

    /**
     * Begin a measurement. The probe keeps itself until the result is there.
     *
     * @param node from which to measure, with an IPv4 stack
     * @param done told of the result, once and after this call
     * @throw std::logic_error the probe measures already
     * @throw std::invalid_argument an attribute does not make sense
     */
    void Start(Ptr<Node> node, Done done);

    /** End a measurement now.
     * @param status of its result
     * @param note of it */
    void Cancel(MeasurementResult::Status status, const std::string& note);

    bool IsRunning() const;    //!< @return whether a result is to come
    uint64_t GetBytes() const; //!< @return that the measurement has handed to sockets so far

    /** @param rate of the path in bit/s
     * @param roundTrip of the path
     * @return about how long a measurement takes that nothing disturbs */
    virtual Time GetExpectedDuration(double rate, Time roundTrip) const = 0;
    /** @param rate of the path in bit/s @return about how many bytes it sends */
    virtual double GetExpectedBytes(double rate) const = 0;
    /** @return whether it may fill the path, so that two of them must not share a bottleneck */
    virtual bool IsHeavy() const;

    /** @param stream first random stream to use @return how many are used */
    virtual int64_t AssignStreams(int64_t stream);

    /** @param result of a measurement */
    typedef void (*ResultTracedCallback)(const MeasurementResult& result);
    /** @param bytes that have come or been sent so far */
    typedef void (*ProgressTracedCallback)(uint64_t bytes);

  protected:
    /**
     * @param accessor of an attribute
     * @return an accessor that refuses other values while a measurement runs
     */
    static Ptr<const AttributeAccessor> BetweenMeasurements(Ptr<const AttributeAccessor> accessor);

    void DoDispose() override;

    /** Give the result; the measurement is over.
     * @param status of it
     * @param note of it */
    void Finish(MeasurementResult::Status status, const std::string& note = "");
    /** @param name of a value of the result
     * @param value it
     * @param unit of it */
    void Report(const std::string& name, double value, const std::string& unit);
    void AddBytes(uint64_t bytes);              //!< @param bytes handed to sockets
    void NotifyProgress(uint64_t bytes);        //!< @param bytes for trace source Progress
    const MeasurementResult& GetResult() const; //!< @return what there is so far
    Ptr<Node> GetNode() const;                  //!< @return from which it measures
    Ipv4Address GetRemote() const;              //!< @return the remote host
    uint8_t GetTos() const;                     //!< @return TOS byte of its packets
    Time GetTimeout() const;                    //!< @return from the start to the end at the latest

  private:
    virtual void DoStart() = 0; //!< Begin.
    /** Close all sockets and cancel all events: nothing of this measurement may come any more. */
    virtual void DoStop() = 0;

    void Expire();  //!< No result came in time.
    void Deliver(); //!< Tell of the result.

    Ipv4Address m_remote; //!< attribute Remote
    Time m_timeout;       //!< attribute Timeout
    uint8_t m_dscp;       //!< attribute Dscp

    Ptr<Node> m_node;           //!< from which it measures
    Done m_done;                //!< told of the result
    bool m_running{false};      //!< whether it measures
    MeasurementResult m_result; //!< so far
    EventId m_expiry;           //!< at the time-out
    EventId m_delivery;         //!< of the result

    TracedCallback<const MeasurementResult&> m_resultTrace; //!< trace source Result
    TracedCallback<uint64_t> m_progressTrace;               //!< trace source Progress
};

} // namespace ns3

#endif // PATH_MEASUREMENT_PROBE_H
