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
 * A request goes through the fabric that last worked for its destination, at first X. Its response
 * comes back through the same fabric. A transaction that times out, or of which a fabric discarded
 * a packet, sends its whole request again in the other fabric; after Retries retries it has failed.
 * The device answers the requests of other devices after ServiceTime, in the order of arrival.
 * Responses and own requests share the send queue.
 */
class ServerNetEndNode : public ServerNetFabricDevice
{
  public:
    using Transaction = ServerNetTransactions::Transaction; //!< a request without its response

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

    static TypeId GetTypeId(); //!< @return the TypeId

    void Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y = nullptr) override;

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

    uint32_t GetOutstanding() const; //!< @return number of requests without a response yet
    uint64_t GetDeferred() const;    //!< @return number of deferred requests of OfferRequest
    /** Enter the number of requests that were made, and of those answered, dropped and outstanding,
     * into a ledger. A deferred request counts once it is made.
     * @param ledger the ledger @param account handle of an account, for one or several devices */
    void Report(fabric::ConservationLedger& ledger, uint32_t account) const;

    uint32_t GetMaxOutstanding() const; //!< @return attribute MaxOutstanding

    void Receive(const ServerNetPacket& packet, int64_t tick) override;
    void ResponseGone() override;
    void AttemptDiscarded(uint64_t transaction, uint32_t attempt) override;
    uint32_t GetMostOutstanding() const override;
    uint32_t GetMostResponses() const override;
    bool HasAbandoned() const override;

    using TransactionTracedCallback = void (*)(const Transaction&); //!< of RequestCreated, Timeout
    using DoneTracedCallback = void (*)(const Transaction&, int64_t ticks); //!< of TransactionDone
    using PacketTracedCallback = void (*)(const ServerNetPacket&);          //!< of LateResponse

  protected:
    void DoDispose() override;

    /** Let a source make requests whenever the window has room, until the source is GONE or calls
     * EndTurn. Call within fabric::Bundle::Act. @param source as for OfferRequest */
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
    void CatchUp() const;      //!< The counts are those of now.
    /** If an attempt is still the last one. @param transaction its number @param attempt number */
    void RetryDiscarded(uint64_t transaction, uint32_t attempt);
    void ScheduleTimeout(); //!< For the next deadline, if any.
    void HandleTimeout();   //!< Of all that are overdue.

    /** @param source of a request @return whether its data belong to messages of ns-3 */
    virtual bool MakesMessages(const ServerNetRequestSource& source) const = 0;
    /** A piece of a message has come. @param packet a write request with data */
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
