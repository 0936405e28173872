/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAULTS_PLAN_H
#define FAULTS_PLAN_H

#include "faults-fault.h"

#include <istream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup faults
 * @brief Which faults happen when, from a text with one fault in a line.
 *
 *     TIME DURATION link-down LINK
 *     TIME DURATION host-down HOST
 *     TIME DURATION rate LINK RATE        as 45Mbps, or 60% of what it is
 *     TIME DURATION delay LINK DELAY      one way, as 30ms, or +10ms more than it is
 *     TIME DURATION loss LINK PROBABILITY of each packet, 0 to 1
 *     TIME DURATION route ROUTE
 *     TIME DURATION block HOST PROTOCOL PORT DIRECTION [reject]
 *     TIME DURATION crash SERVER
 *     TIME DURATION hang SERVER
 *
 * Times are those of ns-3, as 90min or 12d; a bare number counts seconds. A duration "forever" has
 * no end. PROTOCOL is tcp, udp, icmp or any; PORT the destination port, of icmp the type (8 for
 * the request of a ping), or any; DIRECTION in, out or both. What follows a # is a comment.
 */
class FaultPlan
{
  public:
    FaultPlan() = default; //!< No fault.

    /** @param text see above @param name what messages call it; std::invalid_argument "NAME, line
     * N: what is wrong" */
    FaultPlan(std::istream& text, const std::string& name);

    /** @param path of a file @return its plan; std::invalid_argument as for the constructor, or if
     * it cannot be read */
    static FaultPlan ReadFile(const std::string& path);

    /** @param other plan, whose faults come after those of this one */
    void Append(const FaultPlan& other);

    /** @return the faults, in the order of the text */
    const std::vector<Fault>& GetFaults() const
    {
        return m_faults;
    }

  private:
    void Append(Fault fault); //!< @param fault without its number

    std::vector<Fault> m_faults; //!< in the order of the text
};

} // namespace ns3

#endif // FAULTS_PLAN_H
