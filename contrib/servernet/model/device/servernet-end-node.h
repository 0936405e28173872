/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_END_NODE_H
#define SERVERNET_END_NODE_H

#include "servernet-fabric-device.h"
#include "servernet-transactions.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The transactions of a device on one fabric, X, or two, X and Y.
 *
 * A request goes through the fabric that last worked for its destination, X at first, and its
 * response comes back through the same one. A transaction that times out, or of which a fabric
 * threw a packet away, is tried again in the other fabric, a whole packet at a time; after Retries
 * times it has failed. The device answers requests of others after ServiceTime, in their order,
 * through the send queue its own requests go through.
 */
class ServerNetEndNode : public ServerNetFabricDevice
{
  public:
    using Transaction = ServerNetTransactions::Transaction; //!< a request without its response

    /** What becomes of a request that finds the window full. */
    enum LimitMode
    {
        DEFER, //!< it is made when a slot is free
        DROP   //!< it is not made
    };

    // Why something is thrown away, and what.
    static constexpr const char* WINDOW_FULL = "window full";     //!< a request: it is not made
    static constexpr const char* NO_RESPONSE = "no response";     //!< a request: after Retries
    static constexpr const char* LATE_RESPONSE = "late response"; //!< a packet

    static TypeId GetTypeId(); //!< @return the TypeId

    void Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y = nullptr) override;

    /**
     * A request, now: drawn from the source and sent if the window has room, else deferred or
     * dropped (attribute LimitMode).
     * @param source is asked for the request when it is made, and outlives it or is withdrawn
     * @return whether the request was made at once
     */
    bool OfferRequest(ServerNetRequestSource& source);

    /** Forget the deferred requests of a source. @param source which @return their number */
    uint64_t Withdraw(const ServerNetRequestSource& source);

    uint32_t GetOutstanding() const; //!< @return requests without their response
    uint64_t GetDeferred() const;    //!< @return requests of OfferRequest that wait for room
    /** Enter requests, deferred ones when they are made: answered, thrown away or outstanding.
     * @param ledger the ledger @param account handle in it, of one device or of several */
    void Report(fabric::ConservationLedger& ledger, uint32_t account) const;

    void Receive(const ServerNetPacket& packet, int64_t tick) override;
    void ResponseGone() override;
    void AttemptDiscarded(uint64_t transaction, uint32_t attempt) override;
    uint32_t GetMaxOutstanding() const override;
    uint32_t GetMostResponses() const override;
    bool HasAbandoned() const override;

    using TransactionTracedCallback = void (*)(const Transaction&); //!< of RequestCreated, Timeout
    using DoneTracedCallback = void (*)(const Transaction&, int64_t ticks); //!< of TransactionDone
    using PacketTracedCallback = void (*)(const ServerNetPacket&);          //!< of LateResponse

  protected:
    void DoDispose() override;

    /** Within fabric::Bundle::Act: a source makes requests, now or when slots are free, until it
     * is GONE or calls EndTurn. @param source as above */
    void DeferTurn(ServerNetRequestSource& source);
    void EndTurn(); //!< The source whose turn it is has no request left.

  private:
    void SetMaxOutstanding(uint32_t limit); //!< @param limit attribute MaxOutstanding
    void SetTimeout(Time timeout);          //!< @param timeout attribute Timeout
    Time GetTimeout() const;                //!< @return attribute Timeout
    void Fill();                            //!< Make deferred requests while there is room.
    void FillLater();                       //!< Fill in an event of the device's node.
    void HandleFill();                      //!< That event.
    void CheckRequest(const ServerNetRequest& request) const; //!< @param request to be allowed
    void TellDeferred();                                      //!< If the number has changed.
    /** There is room. @param source of a request @param offered its tick */
    void Make(ServerNetRequestSource& source, int64_t offered);
    void SendRequest(Transaction& transaction);  //!< @param transaction that has a path
    void SendResponse(ServerNetPacket response); //!< @param response for the path of its request
    void Retry(
        uint64_t transaction); //!< In the other fabric, or give up. @param transaction number
    /** If an attempt is still the last one. @param transaction its number @param attempt number */
    void RetryDiscarded(uint64_t transaction, uint32_t attempt);
    void ScheduleTimeout(); //!< For the next deadline, if any.
    void HandleTimeout();   //!< Of all that are overdue.

    /** User data has come. @param packet a write request with data */
    virtual void ReceiveData(const ServerNetPacket& packet) = 0;

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
    uint64_t m_toldDeferred{0};           //!< last value of Deferred

    TracedCallback<uint64_t, uint64_t> m_deferredTrace;      //!< Deferred
    TracedCallback<const Transaction&> m_createdTrace;       //!< RequestCreated
    TracedCallback<const Transaction&, int64_t> m_doneTrace; //!< TransactionDone
    TracedCallback<Time> m_twoWayTrace;                      //!< TwoWayTime
    TracedCallback<const Transaction&> m_timeoutTrace;       //!< Timeout
    TracedCallback<const Transaction&> m_failedTrace;        //!< Failed
    TracedCallback<const ServerNetPacket&> m_lateTrace;      //!< LateResponse
};

} // namespace ns3

#endif // SERVERNET_END_NODE_H
