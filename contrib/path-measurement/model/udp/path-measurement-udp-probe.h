/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_UDP_PROBE_H
#define PATH_MEASUREMENT_UDP_PROBE_H

#include "path-measurement-probe-train.h"
#include "path-measurement-udp-sender.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-remote-probe.h"
#include "ns3/path-measurement-result.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief A tool that sends trains of UDP packets and evaluates their arrival times.
 *
 * A subclass plans the trains in MakePlan(), and evaluates the arrivals in Estimate(). The remote
 * host has a probe with the same type and attributes: the local probe sends, the remote probe
 * estimates. Each result also has "sent" and "lost", in packets. If no packet arrives, the status
 * is BLOCKED.
 */
class UdpProbe : public RemoteProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    using Values = std::vector<MeasurementResult::Value>; //!< numbers of a result
    using Draw = std::function<double()>;                 //!< exponential, with the mean 1

    /** @param trains of which packets came, in their order @return what they tell */
    virtual Values Estimate(const std::vector<measurement::ProbeTrain>& trains) const = 0;

    /** Without the time that the agent takes for the login. */
    Time GetExpectedDuration(double rate, Time roundTrip) const override;
    double GetExpectedBytes(double rate) const override;
    int64_t AssignStreams(int64_t stream) override;

  protected:
    /** Send, then wait and ask the server. @param plan what to send */
    void Send(const measurement::TrainPlan& plan);
    /** End with "sent" and "lost" beside what was reported. @param note see Finish() */
    void Complete(const std::string& note = "");
    void Report(const Values& values); //!< @param values of the result
    Time GetLinger() const;            //!< @return attribute Linger
    uint32_t GetRound() const;         //!< @return how often Send() was called
    void DoEnd() override;
    virtual void Begin(); //!< The server is there. By default the plan is sent.
    /** The server told what it makes of a round. By default that is the result.
     * @param values what it told
     * @param current whether a packet of this round came */
    virtual void Conclude(const Values& values, bool current);
    using MeasurementProbe::Report;

    /** @param values some
     * @param name of one
     * @return it, or 0 */
    static double Find(const Values& values, const std::string& name);

  private:
    /** @param draw where to take what is random from @return what is sent */
    virtual measurement::TrainPlan MakePlan(const Draw& draw) const = 0;

    std::string GetServer() const final;
    void DoMeasure(uint16_t port) final;
    void ReceiveReport(const Values& values) final;
    void Sent(); //!< The last packet of a round was sent.

    Time m_linger; //!< attribute Linger

    measurement::UdpSender m_sender;           //!< sends
    EventId m_ask;                             //!< ends Linger
    Ptr<ExponentialRandomVariable> m_variable; //!< of mean 1, null before its first use
    double m_received{0};                      //!< packets, as the server told
};

} // namespace ns3

#endif // PATH_MEASUREMENT_UDP_PROBE_H
