/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_DROPS_H
#define SERVERNET_DROPS_H

#include "ns3/fabric-ledger.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief What was thrown away, by reason.
 */
class ServerNetDrops
{
  public:
    /** What was thrown away for one reason, or for several. */
    struct Count
    {
        uint64_t packets{0}; //!< or requests, messages: the reason says what
        uint64_t bytes{0};   //!< of them
    };

    /** @param reason in words @param bytes of what is thrown away */
    void Add(const std::string& reason, uint64_t bytes);

    /** @param reason in words @return what was thrown away for it */
    Count Get(const std::string& reason) const;
    Count GetTotal() const; //!< @return what was thrown away

    /** Enter the packets. @param ledger the books @param account handle in them */
    void Report(fabric::ConservationLedger& ledger, uint32_t account) const;

  private:
    std::map<std::string, Count> m_counts; //!< by reason
};

} // namespace ns3

#endif // SERVERNET_DROPS_H
