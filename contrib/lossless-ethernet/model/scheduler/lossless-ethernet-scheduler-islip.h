/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_SCHEDULER_ISLIP_H
#define LOSSLESS_ETHERNET_SCHEDULER_ISLIP_H

#include "lossless-ethernet-scheduler.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * iSLIP: each output grants to an input in turn, each input accepts an output in turn, some times
 * over (N. McKeown, "The iSLIP scheduling algorithm for input-queued switches", IEEE/ACM
 * Transactions on Networking 7(2), 1999).
 *
 * In each iteration an output that is not matched grants to the first of the inputs that request it
 * and are not matched, from its pointer on, once around; an input with grants accepts the first of
 * them from its pointer on. Both pointers move one beyond the match, only in the first iteration:
 * so each output waits until its input accepts, and no request starves.
 *
 * Ports that are busy take no part. The paper has cells of one length, all of whose ports are free
 * at the same time; only there hold its results.
 */
class IslipScheduler : public SwitchScheduler
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoConfigure() override;
    void DoMatch(const std::vector<std::vector<uint64_t>>& requests) override;
    void Grant(const std::vector<std::vector<uint64_t>>& requests); //!< @param requests as of Match
    void Accept(bool first); //!< What was granted. @param first whether pointers move

    uint32_t m_iterations;           //!< attribute Iterations
    uint32_t m_words{0};             //!< of 64 bits for a bit for each port
    std::vector<uint32_t> m_grant;   //!< pointer by output
    std::vector<uint32_t> m_accept;  //!< pointer by input
    std::vector<uint32_t> m_open;    //!< outputs that are requested and not matched
    std::vector<uint64_t> m_free;    //!< a bit for each input that is not matched
    std::vector<uint64_t> m_grants;  //!< by input: a bit for each output that grants to it
    std::vector<uint64_t> m_granted; //!< a bit for each input with grants
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_SCHEDULER_ISLIP_H
