/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_TRANSACTIONS_H
#define SERVERNET_TRANSACTIONS_H

#include "servernet-request.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The outstanding and the waiting requests of a device.
 *
 * The header has 4 bits for the ID of a transaction, so that at most 16 transactions are
 * outstanding. IDs are assigned in turn. Here a response is matched by the number of its
 * transaction: the ID and how often the ID was used. Hardware matches by the ID only, and reuses an
 * ID only when no packet with this ID can be in the network.
 *
 * This class does not use Simulator. Wrong use throws std::invalid_argument.
 */
class ServerNetTransactions
{
  public:
    static constexpr uint32_t MOST = 16;         //!< outstanding requests
    static constexpr int64_t NEVER = INT64_MAX;  //!< no deadline
    static constexpr uint64_t NONE = UINT64_MAX; //!< no transaction

    /** A request without its response yet. */
    struct Transaction
    {
        uint64_t number{NONE};    //!< number at this device; the low 4 bits are the ID
        ServerNetRequest request; //!< the request
        int64_t createTick{0};    //!< tick at which the transaction began
        int64_t offerTick{0};     //!< tick of the offer; createTick unless deferred
        int64_t deadline{NEVER};  //!< tick of the timeout
        uint32_t retries{0};      //!< number of retries so far
        uint8_t path{0};          //!< fabric of the last attempt: 0 is X, 1 is Y
        bool message{false};      //!< the data belong to a message of ns-3
    };

    /** @param limit maximum number of outstanding requests, 1 to MOST */
    void SetLimit(uint32_t limit);
    uint32_t GetLimit() const; //!< @return maximum number of outstanding requests, 1 to MOST

    uint32_t GetOutstanding() const;     //!< @return number of outstanding requests
    uint32_t GetMostOutstanding() const; //!< @return largest number of them so far
    bool HasRoom() const;                //!< @return whether fewer than the limit are outstanding

    /**
     * Begin a transaction. HasRoom() has to be true.
     * @param request the request
     * @param tick the present tick
     * @return the new transaction; the reference is valid until the transaction ends
     */
    Transaction& Begin(const ServerNetRequest& request, int64_t tick);

    /** @param number of a transaction @return the transaction; null if it has ended, so that a
     * response to it is late */
    Transaction* Find(uint64_t number);

    /** End a transaction. @param number of an outstanding transaction @return the transaction */
    Transaction End(uint64_t number);

    /** @return the earliest deadline, NEVER without one */
    int64_t GetNextDeadline() const;

    /** Remove the deadlines of all outstanding transactions. */
    void ClearDeadlines();

    /** @param tick the present tick @return number of a transaction whose deadline is not after
     * this tick, or NONE */
    uint64_t FindOverdue(int64_t tick) const;

    /** Defer a request until there is room. Sources are served first come, first served.
     * @param source of the request @param tick the present tick */
    void Defer(ServerNetRequestSource& source, int64_t tick);

    /** Defer a source with any number of requests: when its turn comes, it is served until EndTurn.
     * @param source of the requests */
    void DeferTurn(ServerNetRequestSource& source);

    /** @return whether a source waits */
    bool HasWaiting() const;

    /** @return the source whose turn it is; HasWaiting() has to be true */
    ServerNetRequestSource& GetFirst() const;

    /** Take a deferred request of the source whose turn it is.
     * @return tick at which the request was offered; none for a source of DeferTurn */
    std::optional<int64_t> TakeDeferred();

    /** End the turn of a source of DeferTurn. */
    void EndTurn();

    /** Discard all deferred requests of a source. @param source the source @return number of
     * requests discarded */
    uint64_t Withdraw(const ServerNetRequestSource& source);

    /** As Withdraw, but its requests remain in GetDeferred. @param source that is no more */
    void Forget(const ServerNetRequestSource& source);

    /** Forget all sources, data and deadlines, but not the numbers of requests. */
    void Close();

    /** @return number of requests of Defer that wait, or whose source was forgotten */
    uint64_t GetDeferred() const;

  private:
    static constexpr uint64_t OPEN = 0; //!< requests of a turn: as many as its source has

    std::array<Transaction, MOST> m_slots; //!< by ID
    uint32_t m_limit{8};                   //!< outstanding requests
    uint32_t m_outstanding{0};             //!< requests
    uint32_t m_mostOutstanding{0};         //!< requests, at any time
    uint64_t m_begun{0};                   //!< numbers given out or passed over
    std::deque<std::pair<ServerNetRequestSource*, uint64_t>> m_waiting; //!< in runs of one source
    uint64_t m_forgotten{0};      //!< requests that waited when their source was forgotten
    std::deque<int64_t> m_offers; //!< ticks of the offers of the requests that wait, without turns
};

} // namespace ns3

#endif // SERVERNET_TRANSACTIONS_H
