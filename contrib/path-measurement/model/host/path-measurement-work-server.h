/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_WORK_SERVER_H
#define PATH_MEASUREMENT_WORK_SERVER_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief Something that works on one job after another, in the order in which they come, and never
 * rests while there is one: a processor or a disk in virtual time.
 */
class WorkServer
{
  public:
    /** @param now when a job comes, not before the previous one, in ns @param work time that it
     * takes, in ns @return when it is done, in ns */
    int64_t Serve(int64_t now, int64_t work);
    /** @param now not before the last job came, in ns @return how long it has worked, in ns */
    int64_t GetBusy(int64_t now) const;

  private:
    int64_t m_until{0}; //!< when all is done
    int64_t m_work{0};  //!< of all jobs
};

} // namespace ns3

#endif // PATH_MEASUREMENT_WORK_SERVER_H
