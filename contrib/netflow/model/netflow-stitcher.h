/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETFLOW_STITCHER_H
#define NETFLOW_STITCHER_H

#include "netflow-record.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup netflow
 * @brief Makes transfers of flow records.
 *
 * Records of one key are joined to a stream if the next record starts less than Rules::gap after
 * the end of the previous record. Streams of one source, destination, protocol and server port are
 * a transfer if they start within Rules::start of its first stream and before the others have
 * ended.
 */
class NetflowStitcher
{
  public:
    /** What belongs together. */
    struct Rules
    {
        int64_t gap{15'000'000'000};  //!< ns: the inactive time-out of the cache
        int64_t start{2'000'000'000}; //!< ns
        uint64_t sampling{1};         //!< of how many packets one was counted
    };

    /** @param rules what belongs together; std::invalid_argument if gap or sampling is less than 1
     * or start negative */
    explicit NetflowStitcher(const Rules& rules);

    /** @param record one more, in any order */
    void Add(const NetflowRecord& record);

    /** @return streams, by their begin; Reason and expired are those of the last record */
    std::vector<NetflowRecord> GetStreams() const;

    /** @return transfers by their begin, packets and bytes times Rules::sampling */
    std::vector<NetflowTransfer> GetTransfers() const;

  private:
    Rules m_rules;                        //!< what belongs together
    std::vector<NetflowRecord> m_records; //!< all
};

} // namespace ns3

#endif // NETFLOW_STITCHER_H
