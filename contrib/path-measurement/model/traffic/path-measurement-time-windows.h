/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_TIME_WINDOWS_H
#define PATH_MEASUREMENT_TIME_WINDOWS_H

#include <cstdint>
#include <map>
#include <optional>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief A union of windows [from, to) of time.
 */
class TimeWindows
{
  public:
    /** @param from begin of a window, ns @param to its end, ns; std::invalid_argument unless it is
     * after from */
    void Add(int64_t from, int64_t to);

    /** @param t time, ns @return when the window ends that t is in; nothing if it is in none */
    std::optional<int64_t> GetEnd(int64_t t) const;

    /** @param t time, ns @return when the first window begins that does so after t */
    std::optional<int64_t> GetNext(int64_t t) const;

    /** Forget the windows that are over. @param t time, ns, before which nothing will be asked */
    void Forget(int64_t t);

  private:
    std::map<int64_t, int64_t> m_windows; //!< end by begin; they neither overlap nor touch
};

} // namespace ns3

#endif // PATH_MEASUREMENT_TIME_WINDOWS_H
