/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_REMOTE_PROBE_H
#define PATH_MEASUREMENT_REMOTE_PROBE_H

#include "path-measurement-probe.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-control-channel.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief A probe that needs a server at the remote host, which the MeasurementAgent there starts
 * and kills.
 *
 * A subclass names its server by GetServer(), begins in DoMeasure() when the server is there, and
 * ends by Finish(), or by FinishWithReport(), which asks the server first what it measured. A tool
 * that goes on with what it hears calls RequestReport() and overrides ReceiveReport().
 */
class RemoteProbe : public MeasurementProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    Time GetExpectedLogin() const; //!< @return attribute ExpectedLogin

  protected:
    void DoStart() override; //!< An override calls it.
    void RequestReport();    //!< Ask the server what it measured: ReceiveReport() follows.
    /** Ask the server what it measured, add its values to the result, and end with OK. */
    void FinishWithReport();
    void FinishUnanswered();        //!< End: TCP gave up, as nobody acknowledged what it sent.
    Time GetConnectTimeout() const; //!< @return attribute ConnectTimeout
    void DoDispose() override;

  private:
    /** @return TypeId name of the server with its attributes, as "ns3::UdpSink[Port=1]" */
    virtual std::string GetServer() const = 0;
    /** Measure. @param port of the server at the remote host */
    virtual void DoMeasure(uint16_t port) = 0;
    /** Close all sockets and cancel all events. Also called if DoMeasure() was not. */
    virtual void DoEnd() = 0;
    /** The server told what it measured. By default its values are added to the result, which is
     * OK.
     * @param values what it told */
    virtual void ReceiveReport(const std::vector<MeasurementResult::Value>& values);

    void DoStop() final;

    void Connected(Ptr<Socket> socket); //!< @param socket to the agent
    void Refused();                     //!< The agent did not take the connection.
    void Unanswered();                  //!< The agent did not answer.
    /** @param channel to the agent
     * @param line from it */
    void ReceiveLine(Ptr<ControlChannel> channel, const std::string& line);
    void NotifyChannelEnd(
        Ptr<ControlChannel> channel); //!< @param channel to the agent that has ended

    uint16_t m_agentPort;  //!< attribute AgentPort
    Time m_connectTimeout; //!< attribute ConnectTimeout
    Time m_expectedLogin;  //!< attribute ExpectedLogin

    Ptr<ControlChannel> m_channel;                  //!< to the agent
    measurement::RefusalWatch m_watch;              //!< of the connection to the agent
    EventId m_unanswered;                           //!< when the agent has not taken the connection
    uint64_t m_serverBytes{0};                      //!< that the server has told of
    std::vector<MeasurementResult::Value> m_values; //!< of a report that comes
};

} // namespace ns3

#endif // PATH_MEASUREMENT_REMOTE_PROBE_H
