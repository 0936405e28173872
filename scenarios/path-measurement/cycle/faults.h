/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_CYCLE_FAULTS_H
#define PATH_MEASUREMENT_CYCLE_FAULTS_H

#include "../laws/random-faults.h"

#include "ns3/event-id.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-agent.h"
#include "ns3/path-measurement-cross-arrivals.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/** Faults that tests meet by chance at their remote hosts. A crash comes at a random time of a
 * test, a hang lasts as long as the test, and so does a blocked port. */
class CycleFaults
{
  public:
    /** @param chances of a test @param stream random stream: 1 is used */
    CycleFaults(const RandomFaults::Chances& chances, int64_t stream);

    /** A test begins. @param number of it @param agent of the host @param remote whether the tool
     * has a server there @param duration that is expected */
    void Begin(uint64_t number, Ptr<MeasurementAgent> agent, bool remote, Time duration);
    /** It has ended, or did not begin. @param number of it @return what it met */
    RandomFaults::Outcome End(uint64_t number);

  private:
    /** What a test meets. */
    struct Fault
    {
        RandomFaults::Outcome outcome; //!< kind
        Ptr<MeasurementAgent> agent;   //!< of the host
        EventId crash;                 //!< that is to come
        std::vector<uint32_t> rules;   //!< of the port filter
    };

    measurement::CounterRandom m_random; //!< draws
    RandomFaults m_faults;               //!< the law
    std::map<uint64_t, Fault> m_going;   //!< faults of tests that run, by number
};

} // namespace ns3

#endif // PATH_MEASUREMENT_CYCLE_FAULTS_H
