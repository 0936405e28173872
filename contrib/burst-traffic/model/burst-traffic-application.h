/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_APPLICATION_H
#define BURST_TRAFFIC_APPLICATION_H

#include "burst-traffic-arrival-process.h"

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief Sends a packet through a socket for each arrival of an ArrivalProcess.
 *
 * The arrival of tick t is sent at start + t * Tick, computed from t each time, so that no rounding
 * adds up. One event is pending, whatever the process consists of. While the socket is full the
 * process is held; its attribute Blocked says what becomes of the arrivals in between.
 */
class ArrivalApplication : public Application
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return the process */
    Ptr<ArrivalProcess> GetProcess() const;

    /**
     * @param process when to send; not shared with another application. A null pointer leaves the
     *        present one.
     */
    void SetProcess(Ptr<ArrivalProcess> process);

    /**
     * Not marked as override: in ns-3.37 the base class has no such function.
     *
     * @param stream first random stream to use
     * @return the number of streams used
     */
    virtual int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /** Create, bind and connect the socket. */
    void OpenSocket();

    /** Schedule the arrivals of the next tick that has any. */
    void ScheduleNext();

    /** Send the arrivals of the present tick. */
    void Send();

    /** @return whether the last refusal of the socket is for want of buffer space, so that it
     * passes */
    bool IsSocketFull() const;

    /**
     * The socket has space again.
     *
     * @param socket the socket
     * @param available the space in bytes
     */
    void Unblock(Ptr<Socket> socket, uint32_t available);

    Ptr<ArrivalProcess> m_process; //!< attribute Process
    Address m_remote;              //!< attribute Remote
    TypeId m_protocol;             //!< attribute Protocol
    uint32_t m_packetSize;         //!< attribute PacketSize
    Time m_tick;                   //!< attribute Tick
    uint64_t m_maxPackets;         //!< attribute MaxPackets

    Ptr<Socket> m_socket;  //!< the socket, from the start on
    Time m_start;          //!< when the application started: tick 0
    EventId m_sendEvent;   //!< the next arrival
    uint64_t m_sent{0};    //!< packets sent
    bool m_blocked{false}; //!< the process is held

    TracedCallback<Ptr<const Packet>> m_txTrace;   //!< trace source Tx
    TracedCallback<Ptr<const Packet>> m_dropTrace; //!< trace source Drop
};

} // namespace ns3

#endif // BURST_TRAFFIC_APPLICATION_H
