/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-schedule.h"

#include "ns3/burst-core-check.h"
#include "ns3/burst-core-line-reader.h"
#include "ns3/log.h"
#include "ns3/servernet-packet.h"

#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetSchedule");

namespace
{

/** @return the word between quotes, shortened, with ? for what cannot be printed */
std::string
Quote(const std::string& word)
{
    return burst::QuoteWord(word, fabric::Topology::MAX_NAME);
}

} // namespace

ServerNetSchedule::ServerNetSchedule(std::istream& input,
                                     const std::string& name,
                                     const ServerNetNetwork& network)
{
    for (const uint32_t node : network.GetDevices())
    {
        m_devices.emplace(network.GetTopology().GetNodes()[node].name, m_devices.size());
    }
    burst::LineReader lines(input, name, {MOST_CHARACTERS});
    while (lines.Next())
    {
        try
        {
            ReadLine(lines.TakeWords());
        }
        catch (const std::invalid_argument& error)
        {
            lines.Refuse(error.what());
        }
    }
    if (m_entries.empty())
    {
        lines.RefuseEnd("the file ends without a packet; needed is one");
    }
    NS_LOG_LOGIC(m_entries.size() << " packets from " << name);
}

void
ServerNetSchedule::ReadLine(const std::vector<std::string>& words)
{
    if (words.empty())
    {
        return;
    }
    if (words.size() != 4)
    {
        throw std::invalid_argument("the line has " + std::to_string(words.size()) +
                                    " words; a packet is TICK SOURCE DESTINATION TYPE");
    }
    if (m_entries.size() == MOST_PACKETS)
    {
        throw std::invalid_argument("the packet is one too many; allowed are " +
                                    std::to_string(MOST_PACKETS));
    }
    const int64_t tick = ReadTick(words[0], m_entries.empty() ? 0 : m_entries.back().tick);
    const uint32_t source = ReadDevice(words[1]);
    const uint32_t destination = ReadDevice(words[2]);
    if (source == destination)
    {
        throw std::invalid_argument("source and destination are both " + Quote(words[1]) +
                                    "; a packet goes to another device");
    }
    m_entries.push_back({tick, source, destination, ReadFlits(words[3]), words[3]});
}

int64_t
ServerNetSchedule::ReadTick(const std::string& text, int64_t before)
{
    const auto tick = burst::ToWhole<int64_t>(text);
    if (!tick || *tick < 0 || *tick > LAST_TICK)
    {
        throw std::invalid_argument(Quote(text) +
                                    " is no tick; allowed are whole numbers from 0 to " +
                                    std::to_string(LAST_TICK));
    }
    if (*tick < before)
    {
        throw std::invalid_argument("time goes back from tick " + std::to_string(before) + " to " +
                                    text + "; packets stand in order of time");
    }
    return *tick;
}

uint32_t
ServerNetSchedule::ReadDevice(const std::string& name) const
{
    const auto device = m_devices.find(name);
    if (device == m_devices.end())
    {
        std::vector<std::string> known;
        for (const auto& entry : m_devices)
        {
            known.push_back(entry.first);
        }
        throw std::invalid_argument(
            Quote(name) + " is no device of the topology; " +
            burst::NearestNames(name.substr(0, fabric::Topology::MAX_NAME), known));
    }
    return device->second;
}

uint32_t
ServerNetSchedule::ReadFlits(const std::string& type)
{
    static const std::map<std::string, ServerNetPacketType> types{
        {"read-request", SERVERNET_READ_REQUEST},
        {"read-response", SERVERNET_READ_RESPONSE},
        {"write-request", SERVERNET_WRITE_REQUEST},
        {"write-response", SERVERNET_WRITE_RESPONSE}};
    const auto known = types.find(type);
    if (known != types.end())
    {
        return ServerNetPacket::GetFlits(known->second, ServerNetPacket::MOST_DATA);
    }
    const auto flits = burst::ToWhole<int64_t>(type);
    if (!flits || *flits < 1 || *flits > MOST_FLITS)
    {
        throw std::invalid_argument(Quote(type) +
                                    " is no type of packet; allowed are read-request, "
                                    "read-response, write-request, write-response and numbers of "
                                    "flits from 1 to " +
                                    std::to_string(MOST_FLITS));
    }
    return *flits;
}

const std::vector<ServerNetSchedule::Entry>&
ServerNetSchedule::GetEntries() const
{
    return m_entries;
}

ServerNetSchedule
ReadServerNetSchedule(const std::string& path, const ServerNetNetwork& network)
{
    auto file = burst::OpenText("schedule file", path);
    return {file, path, network};
}

} // namespace ns3
