/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_AGENT_H
#define PATH_MEASUREMENT_AGENT_H

#include "path-measurement-control-channel.h"
#include "path-measurement-server.h"

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/faults-effects.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief What a remote host lets a monitor do: log in, start the server of a tool, ask what the
 * server measured, kill it.
 *
 * The document starts and kills the server of each measurement by ssh (slide 31). A session is a
 * TCP connection to Port with lines of text. "start TYPE[ATTRIBUTES]" is answered by "port N" or
 * "refused WHY" when LoginTime is over; "report" by a line "value NAME UNIT NUMBER" for each
 * number, then "bytes N". The agent says "died" when the server crashes. With its session ends a
 * server.
 */
class MeasurementAgent : public Application, public faults::Faultable
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void Crash() override;   //!< End all servers, as if they had crashed; later ones work.
    void Hang() override;    //!< Servers do nothing any more, also those of later sessions.
    void Recover() override; //!< Servers of later sessions work again.

    uint32_t GetServers() const; //!< @return how many servers there are

    /** @param server as the session named it
     * @param port of it */
    typedef void (*ServerTracedCallback)(const std::string& server, uint16_t port);

  protected:
    void DoDispose() override;

  private:
    /** What a monitor has begun. */
    struct Session
    {
        Ptr<ControlChannel> channel;   //!< to the monitor
        Ptr<MeasurementServer> server; //!< its server, or null
        uint16_t port;                 //!< of the server
        EventId login;                 //!< ends LoginTime
        Time begin;                    //!< when the monitor connected
    };

    bool HasStarted() const; //!< @return whether the application has started
    void StartApplication() override;
    void StopApplication() override;

    /** @param socket of a session that begins
     * @param from its monitor */
    void Accept(Ptr<Socket> socket, const Address& from);
    /** @param channel of a session
     * @param line from there */
    void ReceiveLine(Ptr<ControlChannel> channel, const std::string& line);
    void End(Ptr<ControlChannel> channel); //!< @param channel of a session that ends
    /** End older sessions that are too old: their monitors are gone. @param channel of a session */
    void EndBefore(Ptr<ControlChannel> channel);
    /** @param channel of a session
     * @param text of the server */
    void StartServer(Ptr<ControlChannel> channel, const std::string& text);
    void SendReport(const Session& session); //!< @param session to tell what its server measured
    uint16_t FindPort() const;               //!< @return the first port that no server has, 0: none
    /** @param channel of a session @return where the session is, or the end */
    std::vector<Session>::iterator Find(Ptr<ControlChannel> channel);

    uint16_t m_port;      //!< attribute Port
    uint16_t m_firstPort; //!< attribute FirstServerPort
    uint16_t m_ports;     //!< attribute ServerPorts
    Time m_loginTime;     //!< attribute LoginTime
    Time m_longest;       //!< attribute LongestSession

    Ptr<Socket> m_listener;          //!< on Port
    std::vector<Session> m_sessions; //!< in the order of their beginnings
    bool m_started{false};           //!< whether the application has started
    bool m_hangs{false};             //!< whether servers hang

    TracedCallback<const std::string&, uint16_t> m_serverTrace; //!< trace source Server
};

} // namespace ns3

#endif // PATH_MEASUREMENT_AGENT_H
