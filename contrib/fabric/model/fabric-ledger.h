/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_LEDGER_H
#define FABRIC_LEDGER_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * Books on packets, cells or bytes: nothing is lost without a reason.
 *
 * An account is anything things enter and leave: a fabric, a switch, a flow. Accounts and reasons
 * are handles, so that an entry costs an addition. At the end the owner of the queues says how much
 * it still holds, counted and not computed from the books, and Check() compares.
 */
class ConservationLedger
{
  public:
    /// @return the handle of the new account; a name that is taken throws std::invalid_argument
    uint32_t AddAccount(const std::string& name);

    /// @return the handle of the reason, the same for the same name
    uint32_t AddReason(const std::string& name);

    void Inject(uint32_t account, uint64_t amount = 1);                ///< Something enters.
    void Deliver(uint32_t account, uint64_t amount = 1);               ///< Something arrives.
    void Drop(uint32_t account, uint32_t reason, uint64_t amount = 1); ///< Something is lost.

    /// What a count of queues and wires finds at the end, one owner after the other.
    void StateInFlight(uint32_t account, uint64_t amount);

    uint64_t GetInjected(uint32_t account) const;                 ///< what entered
    uint64_t GetDelivered(uint32_t account) const;                ///< what arrived
    uint64_t GetDropped(uint32_t account) const;                  ///< for all reasons together
    uint64_t GetDropped(uint32_t account, uint32_t reason) const; ///< for one reason

    /// @return injected - delivered - dropped: what the books expect to be found, negative when
    /// more came out than in
    int64_t GetInFlight(uint32_t account) const;

    /// @return what the books expect beyond what was stated: lost, or, if negative, from nowhere
    int64_t GetMissing(uint32_t account) const;

    /// @throws std::runtime_error naming the first account that does not balance, with its four
    /// numbers and the reasons
    void Check() const;

  private:
    struct Account
    {
        uint64_t injected{0};
        uint64_t delivered{0};
        uint64_t stated{0};
        std::vector<uint64_t> dropped; ///< by reason
    };

    std::vector<Account> m_accounts;
    std::vector<std::string> m_names;
    std::vector<std::string> m_reasons;
};

} // namespace ns3::fabric

#endif // FABRIC_LEDGER_H
