/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BATTERY_FILES_H
#define BATTERY_FILES_H

#include <cstdint>
#include <string>
#include <vector>

namespace battery
{

/** A folder that goes with the object. */
class TemporaryFolder
{
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    /** @return its path */
    const std::string& GetName() const
    {
        return m_name;
    }

  private:
    std::string m_name; //!< path
};

/** @param name of a pcap file, complete so far @return times of its records, microseconds */
std::vector<int64_t> ReadPcap(const std::string& name);
/** @param name of an ascii trace file @return times of its lines +, - and r, time in seconds as
 * microseconds */
std::vector<int64_t> ReadAscii(const std::string& name);

} // namespace battery

#endif // BATTERY_FILES_H
