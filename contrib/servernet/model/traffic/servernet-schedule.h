/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_SCHEDULE_H
#define SERVERNET_SCHEDULE_H

#include "ns3/servernet-network.h"

#include <cstdint>
#include <istream>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Packets that are sent at given times, read from a file.
 *
 * The file has one packet per line, `TICK SOURCE DESTINATION TYPE` separated by blanks, in the
 * order of time. Devices have the names of the topology. TYPE is read-request, read-response,
 * write-request or write-response (of 64 bytes of data), or a number of flits. '#' begins a
 * comment; empty lines are skipped.
 */
class ServerNetSchedule
{
  public:
    static constexpr int64_t LAST_TICK = 1'000'000'000'000'000; //!< 231 days of 20 ns
    static constexpr uint32_t MOST_PACKETS = 100'000;           //!< of a schedule
    static constexpr uint32_t MOST_FLITS = 1'000'000;           //!< of a packet
    static constexpr uint32_t MOST_CHARACTERS = 4096;           //!< of a line

    /** A packet. */
    struct Entry
    {
        int64_t tick;         //!< when it is sent
        uint32_t source;      //!< device
        uint32_t destination; //!< another device
        uint32_t flits;       //!< of the packet
        std::string type;     //!< as written
    };

    /**
     * @param input the text
     * @param name name of the text in messages, usually the path
     * @param network network of the devices
     * @throw std::invalid_argument "NAME, line N: what is wrong and what is allowed"
     */
    ServerNetSchedule(std::istream& input,
                      const std::string& name,
                      const ServerNetNetwork& network);

    /** @return the packets in the order of the file, hence of time; at least one */
    const std::vector<Entry>& GetEntries() const;

  private:
    void ReadLine(const std::vector<std::string>& words);
    uint32_t ReadDevice(const std::string& name) const;
    static int64_t ReadTick(const std::string& text, int64_t before);
    static uint32_t ReadFlits(const std::string& type);

    std::map<std::string, uint32_t> m_devices; //!< numbers by name
    std::vector<Entry> m_entries;
};

/**
 * @ingroup servernet
 * @param path of a file
 * @param network as for ServerNetSchedule
 * @return the schedule in the file
 * @throw std::invalid_argument as the constructor, or the file cannot be read
 */
ServerNetSchedule ReadServerNetSchedule(const std::string& path, const ServerNetNetwork& network);

} // namespace ns3

#endif // SERVERNET_SCHEDULE_H
