/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_DROP_COUNTER_H
#define BURST_CORE_DROP_COUNTER_H

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 * @brief Counts drops and their bytes by reason.
 *
 * The declaration of a reason states what is counted, such as packets or requests.
 */
class DropCounter
{
  public:
    /** What was thrown away for one reason, or for all. */
    struct Count
    {
        uint64_t number{0}; //!< things
        uint64_t bytes{0};  //!< of them
    };

    /**
     * @param reason in words
     * @param bytes of the thing that is thrown away
     */
    void Add(const std::string& reason, uint64_t bytes);

    /** @param reason in words @return what was thrown away for it */
    Count Get(const std::string& reason) const;

    /** @return the sum over all reasons; for an owner whose reasons all count the same things */
    Count GetTotal() const;

    /** In order of the names. @param visit is called for each reason that something has */
    void Report(
        const std::function<void(const std::string& reason, const Count& count)>& visit) const;

  private:
    std::map<std::string, Count> m_counts; //!< by reason
};

} // namespace ns3::burst

#endif // BURST_CORE_DROP_COUNTER_H
