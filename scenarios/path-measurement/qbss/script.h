/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_QBSS_SCRIPT_H
#define PATH_MEASUREMENT_QBSS_SCRIPT_H

#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** The times at which each class sends. */
class QbssScript
{
  public:
    /** A class sends. */
    struct Part
    {
        uint32_t number; //!< of the class, see QbssClass
        Time start;      //!< of its streams
        Time stop;       //!< of its streams
    };

    /** Nothing begins and nothing stops. */
    struct Phase
    {
        Time start;              //!< when something began or stopped
        Time stop;               //!< when something begins or stops, or the run ends
        std::vector<bool> sends; //!< by class
    };

    /**
     * @param text as "QBSS:0-150,BE:30-120": classes and seconds; empty for nothing
     * @param scale that times are multiplied with
     * @throw std::invalid_argument the text is no such script
     */
    QbssScript(const std::string& text, double scale);

    std::vector<Part> GetParts() const; //!< @return in the order of the text
    Time GetEnd() const;                //!< @return when the last part stops

    /** @param end of the run @return what is between changes, in order of time */
    std::vector<Phase> GetPhases(Time end) const;

  private:
    std::vector<Part> m_parts; //!< see GetParts
};

} // namespace ns3

#endif // PATH_MEASUREMENT_QBSS_SCRIPT_H
