/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_NET_DEVICE_H
#define SERVERNET_NET_DEVICE_H

#include "servernet-fabric.h"
#include "servernet-reassembly.h"
#include "servernet-transactions.h"

#include "ns3/event-id.h"
#include "ns3/fabric-ethernet-device.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief A device on one fabric, X, or two, X and Y, with the NetDevice interface.
 *
 * A request goes through the fabric that last worked for its destination, at first X. Its response
 * comes back through the same fabric. A transaction that times out, or of which a fabric discarded
 * a packet, sends its whole request again in the other fabric; after Retries retries it has failed.
 * The device answers the requests of other devices after ServiceTime, in the order of arrival.
 * Responses and own requests share the send queue.
 *
 * Send() makes a message: an Ethernet header (14 bytes) and the packet. The message is cut into
 * write requests of up to 64 bytes, which share the window with all other requests. A message to a
 * broadcast, multicast or unknown address is sent to every other device, one after the other.
 */
class ServerNetNetDevice : public fabric::EthernetDevice, private ServerNetRequestSource
{
  public:
    using Transaction = ServerNetTransactions::Transaction; //!< a request without its response

    static constexpr uint32_t MOST_MTU = ServerNetReassembly::MOST_BYTES - FRAME_HEADER; //!< bytes

    /** What becomes of a request that finds the window full. */
    enum LimitMode
    {
        DEFER, //!< the request is made when the window has room
        DROP   //!< the request is dropped
    };

    // Reasons of drops, and what is dropped.
    static constexpr const char* WINDOW_FULL = "window full"; //!< a request that was offered
    static constexpr const char* NO_RESPONSE = "no response"; //!< a request, after its last retry
    static constexpr const char* LATE_RESPONSE = "late response"; //!< a response packet
    static constexpr const char* DISPOSED = "disposed"; //!< a request offered to a disposed device
    static constexpr const char* PIECES_MISSING = "pieces missing"; //!< a message, at its end

    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * Attach the device to fabrics after their Build(), under the same number in both. The address
     * becomes 02:53, two bytes of the id of the channel X, and two bytes of the number.
     * @param number of the device
     * @param x fabric X
     * @param y fabric Y, with the same number of devices and the same tick; null for none
     */
    void Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y = nullptr);

    /** @param path 0 for X, 1 for Y @return the fabric, null if not attached to one */
    Ptr<ServerNetFabric> GetFabric(uint32_t path = 0) const;
    bool IsDisposed() const; //!< @return whether it, or its fabric X, takes part no more

    /**
     * Offer a request now. If the window has room, the request is drawn from the source and sent;
     * else it is deferred or dropped (attribute LimitMode).
     * @param source source that draws the request when it is made; must exist until then, or be
     *        withdrawn with Withdraw()
     * @return whether the request was made at once
     */
    bool OfferRequest(ServerNetRequestSource& source);
    /** Discard the deferred requests of a source. @param source the source @return number of
     * requests discarded */
    uint64_t Withdraw(const ServerNetRequestSource& source);
    /** The source is no more. During the simulation its deferred requests are withdrawn; at the end
     * they stay among the deferred ones. @param source the source */
    void Forget(const ServerNetRequestSource& source);

    uint32_t GetMaxOutstanding() const;   //!< @return attribute MaxOutstanding
    uint32_t GetOutstanding() const;      //!< @return number of requests without a response yet
    uint64_t GetDeferred() const;         //!< @return number of deferred requests of OfferRequest
    uint64_t GetMessagesSent() const;     //!< @return messages begun, counted once per destination
    uint64_t GetMessagesReceived() const; //!< @return messages received completely
    /** Enter the number of requests that were made, and of those answered, dropped and outstanding,
     * into a ledger. A deferred request counts once it is made.
     * @param ledger the ledger @param account handle of an account, for one or several devices */
    void Report(fabric::ConservationLedger& ledger, uint32_t account) const;

    /** A packet has come through a fabric. @param packet the packet @param tick now */
    void Receive(const ServerNetPacket& packet, int64_t tick);
    void NotifyResponseSent(); //!< A response of this device has left the fabric.
    /** A fabric discarded a packet of a transaction of this device. @param transaction number
     * @param attempt number of the attempt that the packet belonged to */
    void AttemptDiscarded(uint64_t transaction, uint32_t attempt);
    uint32_t GetMostOutstanding() const; //!< @return most own requests outstanding at a time
    uint32_t GetMostResponses() const;   //!< @return most own responses under way at a time
    bool HasAbandoned() const; //!< @return whether an attempt was given up before its response

    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;

    using TransactionTracedCallback = void (*)(const Transaction&); //!< of RequestCreated, Timeout
    using DoneTracedCallback = void (*)(const Transaction&, int64_t ticks); //!< of TransactionDone
    using PacketTracedCallback = void (*)(const ServerNetPacket&);          //!< of LateResponse

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    /** A message on its way out. */
    struct Message
    {
        Ptr<Packet> packet;                 //!< the message; null: none
        std::vector<uint32_t> destinations; //!< devices, the present one at the back
        uint32_t offset{0};                 //!< bytes already sent to the present destination
    };

    Readiness GetReadiness() override;
    ServerNetRequest DrawRequest(uint32_t device) override;
    fabric::EngineChannel* PeekFabric() const override;
    bool HasWorkingLink() const override;
    void ChangeSinks(const burst::SinkChange& change) override;
    void QueueFilled() override;
    void ReceiveData(const ServerNetPacket& piece); //!< @param piece of a message

    void SetMaxOutstanding(uint32_t limit); //!< @param limit attribute MaxOutstanding
    void SetTimeout(Time timeout);          //!< @param timeout attribute Timeout
    Time GetTimeout() const;                //!< @return attribute Timeout
    void Fill();                            //!< Make deferred requests while there is room.
    void FillLater();                       //!< Fill in an event of the device's node.
    void HandleFill();                      //!< That event.
    void CheckRequest(const ServerNetRequest& request) const; //!< @param request to be allowed
    void NotifyDeferred();                                    //!< If the number has changed.
    /** There is room. @param source of a request @param offered its tick */
    void Make(ServerNetRequestSource& source, int64_t offered);
    void SendRequest(Transaction& transaction);  //!< @param transaction that has a path
    void SendResponse(ServerNetPacket response); //!< @param response for the path of its request
    void Retry(
        uint64_t transaction); //!< In the other fabric, or give up. @param transaction number
    void CatchUp() const;      //!< The counts are those of now.
    /** If an attempt is still the last one. @param transaction its number @param attempt number */
    void RetryDiscarded(uint64_t transaction, uint32_t attempt);
    void ScheduleTimeout(); //!< For the next deadline, if any.
    void HandleTimeout();   //!< Of all that are overdue.

    std::array<Ptr<ServerNetFabric>, 2> m_fabrics; //!< X and Y
    bool m_disposed{false};                        //!< the device is

    ServerNetTransactions m_transactions; //!< outstanding, and waiting sources
    std::vector<uint8_t> m_paths;         //!< by destination, empty without Y
    EventId m_timeoutEvent;               //!< at the next deadline
    LimitMode m_limitMode;                //!< attribute LimitMode
    Time m_serviceTime;                   //!< attribute ServiceTime
    Time m_timeout;                       //!< attribute Timeout
    uint32_t m_retries;                   //!< attribute Retries
    uint32_t m_responses{0};              //!< under way
    uint32_t m_mostResponses{0};          //!< see GetMostResponses
    uint64_t m_made{0};                   //!< requests
    uint64_t m_answered{0};               //!< requests
    bool m_abandoned{false};              //!< see HasAbandoned
    bool m_filling{false};                //!< in Fill
    bool m_fillScheduled{false};          //!< HandleFill is pending
    uint64_t m_lastDeferred{0};           //!< last value of Deferred

    uint16_t m_mtu{1500};                          //!< attribute Mtu
    Message m_message;                             //!< the one that is being sent
    std::vector<uint16_t> m_messageNumbers;        //!< last one used, by destination
    std::vector<ServerNetReassembly> m_reassembly; //!< by source
    uint64_t m_messagesSent{0};                    //!< see GetMessagesSent
    uint64_t m_messagesReceived{0};                //!< see GetMessagesReceived

    TracedCallback<uint64_t, uint64_t> m_deferredTrace;      //!< Deferred
    TracedCallback<const Transaction&> m_createdTrace;       //!< RequestCreated
    TracedCallback<const Transaction&, int64_t> m_doneTrace; //!< TransactionDone
    TracedCallback<Time> m_twoWayTrace;                      //!< TwoWayTime
    TracedCallback<const Transaction&> m_timeoutTrace;       //!< Timeout
    TracedCallback<const Transaction&> m_failedTrace;        //!< Failed
    TracedCallback<const ServerNetPacket&> m_lateTrace;      //!< LateResponse
};

} // namespace ns3

#endif // SERVERNET_NET_DEVICE_H
