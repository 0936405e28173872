/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_END_NODE_H
#define SERVERNET_END_NODE_H

#include "servernet-fabric.h"
#include "servernet-transactions.h"

#include "ns3/event-id.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <functional>
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
class ServerNetEndNode : public NetDevice
{
  public:
    using Transaction = ServerNetTransactions::Transaction;

    /** What becomes of a request that finds the window full. */
    enum LimitMode
    {
        DEFER, //!< it is made when a slot is free
        DROP   //!< it is not made
    };

    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * Connect to fabrics that are built, as the same device of both.
     * @param number of the device
     * @param x the first fabric
     * @param y the second one, with as many devices and the same tick; null for none
     */
    virtual void Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y = nullptr);

    uint32_t GetNumber() const; //!< @return the number in the fabrics

    /** @param path 0 for X, 1 for Y @return the fabric, null if there is none */
    Ptr<ServerNetFabric> GetFabric(uint32_t path = 0) const;

    /**
     * A request, now: drawn from the source and sent if the window has room, else deferred or
     * dropped (attribute LimitMode).
     * @param source is asked for the request when it is made, and outlives it or is withdrawn
     * @return whether the request was made at once
     */
    bool OfferRequest(ServerNetRequestSource& source);

    /** Forget the deferred requests of a source. @return their number */
    uint64_t Withdraw(const ServerNetRequestSource& source);

    uint32_t GetMaxOutstanding() const; //!< @return attribute MaxOutstanding
    uint32_t GetOutstanding() const;    //!< @return requests without their response
    /** @return requests of OfferRequest that wait for room now */
    uint64_t GetDeferred() const;
    uint64_t GetDropped() const;       //!< @return requests that were dropped
    uint32_t GetMostResponses() const; //!< @return most responses that were under way at a time
    bool HasAbandoned() const; //!< @return whether an attempt was given up before its response

    /** A packet has come through a fabric. @param packet the packet @param tick now */
    void Receive(const ServerNetPacket& packet, int64_t tick);
    /** A response of this device has left the fabric. */
    void ResponseGone();
    /** A fabric threw away a packet of an attempt at a transaction of this device. */
    void AttemptDiscarded(uint64_t transaction, uint32_t attempt);
    /** A link of the device went down or came back. */
    virtual void LinkChanged();

    /** @return whether the present event is one of the device's node, or there is no node */
    bool IsInContext() const;

    using TransactionTracedCallback = void (*)(const Transaction&);
    using DoneTracedCallback = void (*)(const Transaction&, int64_t ticks);
    using PacketTracedCallback = void (*)(const ServerNetPacket&);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

    /** Within ServerNetFabric::Act: a source makes requests, now or when slots are free, until it
     * is GONE or calls EndTurn. @param source as above */
    void DeferTurn(ServerNetRequestSource& source);
    void EndTurn(); //!< The source whose turn it is has no request left.

    /** Tell listeners when the present ServerNetFabric::Act is over. @param trace of this device
     * @param values for it */
    template <typename Trace, typename... Values>
    void Tell(const Trace& trace, const Values&... values);
    /** As Tell. @param action what to do then */
    void TellAction(std::function<void()> action);

    bool HasWorkingLink() const; //!< @return whether a fabric takes packets of this device

  private:
    void SetMaxOutstanding(uint32_t limit);
    void SetTimeout(Time timeout);
    Time GetTimeout() const;
    void Fill();                 //!< Make deferred requests while there is room.
    void FillLater();            //!< Fill in an event of the device's node.
    void HandleFill();           //!< That event.
    uint32_t GetContext() const; //!< @return of events of the device's node
    void CheckRequest(const ServerNetRequest& request) const;
    void TellDeferred(); //!< If the number has changed.
    /** Tell of the bytes of a packet. @param packet the packet @param trace of its direction */
    void TellBytes(const ServerNetPacket& packet, const TracedCallback<Ptr<const Packet>>& trace);
    void Make(ServerNetRequestSource& source);   //!< Begin a transaction; there is room.
    void SendRequest(Transaction& transaction);  //!< In the fabric of its path.
    void SendResponse(ServerNetPacket response); //!< In the fabric of its request.
    void Transmit(ServerNetPacket packet);       //!< Through traces into the fabric.
    void Retry(uint64_t transaction);            //!< In the other fabric, or give up.
    /** If an attempt is still the last one. @param transaction its number @param attempt number */
    void RetryDiscarded(uint64_t transaction, uint32_t attempt);
    void ScheduleTimeout();
    void HandleTimeout();

    /** User data has come. @param packet a write request with data */
    virtual void ReceiveData(const ServerNetPacket& packet) = 0;

    uint32_t m_number{0};
    std::array<Ptr<ServerNetFabric>, 2> m_fabrics;
    ServerNetTransactions m_transactions;
    std::vector<uint8_t> m_paths; //!< by destination, empty without Y
    EventId m_timeoutEvent;
    LimitMode m_limitMode;   //!< attribute LimitMode
    Time m_serviceTime;      //!< attribute ServiceTime
    Time m_timeout;          //!< attribute Timeout
    uint32_t m_retries;      //!< attribute Retries
    uint32_t m_responses{0}; //!< under way
    uint32_t m_mostResponses{0};
    bool m_abandoned{false};
    bool m_filling{false};       //!< in Fill
    bool m_fillScheduled{false}; //!< HandleFill is pending
    uint64_t m_dropped{0};
    uint64_t m_toldDeferred{0}; //!< last value of Deferred

    TracedCallback<uint64_t, uint64_t> m_deferredTrace;
    TracedCallback<uint64_t, uint64_t> m_droppedTrace;
    TracedCallback<const Transaction&> m_createdTrace;
    TracedCallback<const Transaction&, int64_t> m_doneTrace;
    TracedCallback<Time> m_twoWayTrace;
    TracedCallback<const Transaction&> m_timeoutTrace;
    TracedCallback<const Transaction&> m_failedTrace;
    TracedCallback<const ServerNetPacket&> m_lateTrace;
    TracedCallback<Ptr<const Packet>> m_phyTxTrace;
    TracedCallback<Ptr<const Packet>> m_phyRxTrace;
    TracedCallback<Ptr<const Packet>> m_snifferTrace;
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace;
};

template <typename Trace, typename... Values>
void
ServerNetEndNode::Tell(const Trace& trace, const Values&... values)
{
    if (!trace.IsEmpty())
    {
        TellAction([&trace, values...] { trace(values...); });
    }
}

} // namespace ns3

#endif // SERVERNET_END_NODE_H
