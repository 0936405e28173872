/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_APPLICATION_H
#define BURST_TRAFFIC_APPLICATION_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/burst-core-drop-counter.h"
#include "ns3/burst-traffic-arrival-driver.h"
#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/burst-traffic-destination.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief Sends a packet through a socket for each arrival of an ArrivalProcess.
 *
 * The packet of an arrival at tick t is sent at start + t * Tick. A single event is pending,
 * however many sources the process has. Packets have PacketSize bytes, or a size drawn from Size.
 * They go to Remote, or to a device of SetRemotes drawn by Destinations. Each device has its own
 * socket, opened with the first packet to the device.
 *
 * When a socket is full, the process is held: no packet is sent to any device until the socket has
 * space. The attribute Blocked of the process says whether arrivals in the meantime are deferred or
 * dropped. A deferred packet keeps its size and destination. On a stream socket (TCP), a packet
 * longer than the send buffer is sent in pieces as space becomes free.
 *
 * At any time, the number of arrivals so far is GetSent() + GetDropped() + GetWaiting().
 *
 * A missing attribute, or one that contradicts another, throws std::invalid_argument at the start.
 * An address that refuses a connection, or a size out of range, throws std::invalid_argument when
 * the packet is due. That packet is dropped; later arrivals are sent if the simulation goes on.
 */
class ArrivalApplication : public Application
{
  public:
    static constexpr const char* REFUSED = "refused by the socket"; //!< although not full
    static constexpr const char* FAILED = "exception";          //!< in the handover to the socket
    static constexpr const char* NO_SIZE = "size out of range"; //!< of a value of Size
    /** Of a pattern that has more devices than at the start. */
    static constexpr const char* NO_DESTINATION = "destination out of range";
    static constexpr const char* LATE = "waited for space"; //!< if Blocked is Drop
    static constexpr const char* STOPPED = "stopped";       //!< while waiting

    static TypeId GetTypeId(); //!< @return the TypeId

    Ptr<ArrivalProcess> GetProcess() const;          //!< @return the process
    Ptr<RandomVariableStream> GetSize() const;       //!< @return the sizes, null if constant
    Ptr<DestinationPattern> GetDestinations() const; //!< @return the pattern, null without one

    uint64_t GetSent() const;    //!< @return number of packets handed to a socket completely
    uint64_t GetDropped() const; //!< @return number of dropped packets: firings of Drop
    const burst::DropCounter& GetDrops() const; //!< @return dropped packets by reason
    uint64_t GetWaiting() const; //!< @return number of arrivals that wait for space, including
                                 //!< those that Blocked = Drop will drop

    /**
     * @param process the arrival process, not shared with another application; a null pointer
     *        leaves the present process
     */
    void SetProcess(Ptr<ArrivalProcess> process);

    /**
     * Set the devices that Destinations draws from, before the start.
     *
     * @param self number of the device that this application stands for
     * @param remotes the address of each device; element `self` is not used
     */
    void SetRemotes(uint32_t self, std::vector<Address> remotes);

    /**
     * Assign the random streams: the first to the process, the next ones to Size and Destinations
     * where they are set. Applications that share a pattern share its stream, the one assigned
     * last; ArrivalHelper::AssignStreams assigns it once. Not marked as override: in ns-3.37 the
     * base class has no such function.
     *
     * @param stream first random stream to use
     * @return the number of streams used
     */
    virtual int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /** The socket to a device. */
    struct Outlet
    {
        Ptr<Socket> socket;   //!< null before the first packet
        uint32_t capacity{0}; //!< size of the longest packet that is sent in one piece, bytes
    };

    void StartApplication() override;
    void StopApplication() override;

    /** @throw std::invalid_argument an attribute is missing, or does not fit the others */
    void CheckAttributes();
    void CheckLocal() const; //!< The part of CheckAttributes for Local and Tos.
    void UseTrace();         //!< Take tick and sizes together with a process that is a trace.

    bool IsStarted() const; //!< @return whether StartApplication was called
    bool IsOver() const;    //!< @return whether MaxPackets were begun, and no more will come
    /** @param function that is called; std::invalid_argument after the start */
    void CheckNotStarted(const std::string& function) const;
    /**
     * @param tos attribute Tos
     * @param remotes that get packets; std::invalid_argument: not of IP
     */
    void CheckTos(uint8_t tos, const std::vector<Address>& remotes) const;
    void SetTos(uint8_t tos); //!< @param tos attribute Tos
    uint8_t GetTos() const;   //!< @return attribute Tos
    /**
     * Give a socket the attribute Tos.
     * @param socket to a remote
     * @param remote its address
     */
    void MarkSocket(Ptr<Socket> socket, const Address& remote) const;

    /**
     * @param destination number of a device
     * @return its socket: created, bound and connected
     */
    Outlet& Open(uint32_t destination);

    /** Send the arrivals of a tick. @param tick the present one */
    void Send(int64_t tick);
    bool IsAtLimit() const; //!< @return whether MaxPackets were begun
    void DrawPacket();      //!< Draw size and destination of the next packet.
    uint32_t DrawSize();    //!< @return bytes of a packet
    /**
     * Drop a packet or its rest.
     * @param bytes number dropped
     * @param reason why
     */
    void Drop(uint32_t bytes, const char* reason);

    /** Hand over to the socket what it takes of the present packet. */
    void HandOver();
    void FreeProcess();   //!< Resume the process, now.
    void DetachSockets(); //!< They call Unblock no more.
    /** Drop what waits, the present packet with it. @param reason why */
    void DropLate(const char* reason);
    /** @param arrivals that are due now and dropped */
    void DropArrivals(uint64_t arrivals);

    /**
     * The socket has space again.
     *
     * @param socket the socket
     * @param available the space in bytes
     */
    void Unblock(Ptr<Socket> socket, uint32_t available);

    Ptr<ArrivalProcess> m_process;          //!< attribute Process
    Ptr<RandomVariableStream> m_size;       //!< attribute Size
    Ptr<DestinationPattern> m_destinations; //!< attribute Destinations
    Address m_remote;                       //!< attribute Remote
    Address m_local;                        //!< attribute Local
    uint8_t m_tos{0};                       //!< attribute Tos
    Ptr<RandomVariableStream> m_traceSizes; //!< of Process, if it is a trace with sizes
    TypeId m_protocol;                      //!< attribute Protocol
    uint32_t m_packetSize;                  //!< attribute PacketSize
    Time m_tick;                            //!< attribute Tick
    uint64_t m_maxPackets;                  //!< attribute MaxPackets

    uint32_t m_self{0};              //!< number of this device
    std::vector<Address> m_remotes;  //!< address of each device
    std::vector<Outlet> m_outlets;   //!< the way to each device
    traffic::ArrivalDriver m_driver; //!< calls Send
    uint64_t m_begunPackets{0};      //!< packets of which a piece was handed over
    uint64_t m_sent{0};              //!< packets handed over, whole
    burst::DropCounter m_drops;      //!< packets not sent
    uint64_t m_late{0};              //!< arrivals that waited and are due again
    bool m_handing{false};           //!< the present arrival is being handed over
    uint32_t m_destination{0};       //!< device that the present packet goes to
    uint32_t m_left{0};              //!< bytes of it that are not handed over; 0: none is present
    bool m_begun{false};             //!< a piece of it was handed over
    bool m_blocked{false};           //!< the process is held

    TracedCallback<Ptr<const Packet>> m_txTrace;   //!< trace source Tx
    TracedCallback<Ptr<const Packet>> m_dropTrace; //!< trace source Drop
};

} // namespace ns3

#endif // BURST_TRAFFIC_APPLICATION_H
