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
 * The header has 4 bits for the ID of a transaction, so that at most 16 are outstanding. IDs are
 * given out in turn. A response belongs to the transaction of its number, which is its ID and how
 * often that was used; hardware has the ID alone and waits until no packet can be under way any
 * more before it uses one again.
 *
 * Ticks and numbers, no Simulator. Wrong use is a std::invalid_argument.
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
        uint64_t number{NONE};    //!< of this device; the low 4 bits are its ID
        ServerNetRequest request; //!< what was asked
        int64_t createTick{0};    //!< when it began
        int64_t offerTick{0};     //!< when it was offered; createTick if it had room at once
        int64_t deadline{NEVER};  //!< tick at which it times out
        uint32_t retries{0};      //!< times it was sent again
        uint8_t path{0};          //!< the fabric it was sent in last: 0 is X, 1 is Y
    };

    /** @param limit outstanding requests, 1 to MOST */
    void SetLimit(uint32_t limit);
    uint32_t GetLimit() const; //!< @return outstanding requests, 1 to MOST

    uint32_t GetOutstanding() const; //!< @return requests without their response
    bool HasRoom() const;            //!< @return whether fewer than the limit are outstanding

    /**
     * @param request what is asked
     * @param tick now
     * @return the new transaction, valid until it ends; there has to be room
     */
    Transaction& Begin(const ServerNetRequest& request, int64_t tick);

    /** @param number of a transaction @return it, null if it has ended: what belongs to it is late
     */
    Transaction* Find(uint64_t number);

    /** Free a slot. @param number of a transaction that is outstanding @return what it was */
    Transaction End(uint64_t number);

    /** @return the earliest deadline, NEVER without one */
    int64_t GetNextDeadline() const;

    /** What is outstanding does not time out any more. */
    void ClearDeadlines();

    /** @param tick now @return the number of a transaction whose deadline is then or was before, or
     * NONE */
    uint64_t FindOverdue(int64_t tick) const;

    /** A request waits for room. Sources are served in the order in which they came.
     * @param source of the request @param tick now */
    void Defer(ServerNetRequestSource& source, int64_t tick);

    /** A source that knows itself how many requests it has waits for room: it has its turn until
     * EndTurn. @param source of the requests */
    void DeferTurn(ServerNetRequestSource& source);

    /** @return whether a source waits */
    bool HasWaiting() const;

    /** @return whose turn it is; there has to be one */
    ServerNetRequestSource& GetFirst() const;

    /** The source whose turn it is makes one of the requests that were deferred for it.
     * @return when that was offered; none for a turn of DeferTurn */
    std::optional<int64_t> TakeDeferred();

    /** The source of DeferTurn whose turn it is has no more requests. */
    void EndTurn();

    /** Forget what a source has waiting. @param source which @return the number of requests */
    uint64_t Withdraw(const ServerNetRequestSource& source);

    uint64_t GetDeferred() const; //!< @return the number of requests that wait, without turns

  private:
    static constexpr uint64_t OPEN = 0; //!< requests of a turn: as many as its source has

    std::array<Transaction, MOST> m_slots; //!< by ID
    uint32_t m_limit{8};                   //!< outstanding requests
    uint32_t m_outstanding{0};             //!< requests
    uint64_t m_begun{0};                   //!< numbers given out or passed over
    std::deque<std::pair<ServerNetRequestSource*, uint64_t>> m_waiting; //!< in runs of one source
    std::deque<int64_t> m_offers; //!< when the requests that wait, without turns, were offered
};

} // namespace ns3

#endif // SERVERNET_TRANSACTIONS_H
