/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hosts.h"

#include "../laws/rate-scale.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/data-rate.h"
#include "ns3/path-measurement-copy-probe.h"
#include "ns3/path-measurement-pair-estimators.h"
#include "ns3/path-measurement-ping.h"
#include "ns3/path-measurement-pipechar.h"
#include "ns3/path-measurement-throughput-probe.h"
#include "ns3/path-measurement-transfer-probe.h"
#include "ns3/path-measurement-window-search-probe.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <utility>

namespace ns3
{

namespace
{

constexpr double UNTUNED = 65536; //!< bytes of a window that nobody tunes
constexpr double TUNED = 1 << 20; //!< bytes
constexpr uint32_t MANY = 40;     //!< streams
constexpr double COPY = 0.75;     //!< of what TCP has

/** Attributes of transfers and copies that are divided, beside all rates, and the least that is
 * left of them. */
const std::map<std::string, uint64_t> AMOUNTS{
    {"Window", 1460},
    {"BlockSize", 1460},
    {"Size", 1},
    {"Offset", 0},
};

/** @param host any @param tool any @return the probe of the tool to the host */
Ptr<MeasurementProbe>
MakeProbe(const iepm::MeasurementHost& host, const iepm::MeasurementTool& tool)
{
    const auto probe = burst::CreateFromText<MeasurementProbe>(tool.probe);
    if (const auto* own = iepm::HostDatabase::FindTool(host, tool.name))
    {
        for (const auto& [name, value] : own->options)
        {
            burst::SetAttributeOrThrow(probe, name, value);
        }
    }
    return probe;
}

/** @param probe with a number @param name of the attribute @return it */
uint64_t
GetNumber(Ptr<const MeasurementProbe> probe, const std::string& name)
{
    UintegerValue number;
    probe->GetAttribute(name, number);
    return number.Get();
}

/** @param windows of a search @param scale of rates @return them divided; what is no window is left
 * for the probe to refuse */
std::string
DivideWindows(const std::string& windows, const RateScale& scale)
{
    constexpr uint64_t LEAST = 1460;
    std::string divided;
    for (const auto& word : ReadNames(windows))
    {
        const auto number = burst::ToInteger(word);
        const bool allowed = number && *number >= static_cast<int64_t>(LEAST);
        divided += divided.empty() ? "" : ",";
        divided += allowed ? std::to_string(std::max(scale.Divide(*number), LEAST)) : word;
    }
    return divided;
}

/** @param probe any @param scale of rates @return its attributes that are divided, with their
 * values */
std::vector<std::pair<std::string, std::string>>
DivideAttributes(Ptr<const MeasurementProbe> probe, const RateScale& scale)
{
    std::vector<std::pair<std::string, std::string>> divided;
    const auto type = probe->GetInstanceTypeId();
    for (const auto& attribute : burst::GetSettableAttributes(type))
    {
        if (DynamicCast<const DataRateValue>(attribute.initialValue))
        {
            DataRateValue rate;
            probe->GetAttribute(attribute.name, rate);
            divided.emplace_back(attribute.name,
                                 std::to_string(scale.Divide(rate.Get().GetBitRate())) + "bps");
        }
        else if (const auto amount = AMOUNTS.find(attribute.name);
                 amount != AMOUNTS.end() && type.IsChildOf(TransferProbe::GetTypeId()))
        {
            const uint64_t number = scale.Divide(GetNumber(probe, attribute.name));
            divided.emplace_back(attribute.name, std::to_string(std::max(number, amount->second)));
        }
        else if (attribute.name == "Windows" && type == WindowSearchProbe::GetTypeId())
        {
            StringValue windows;
            probe->GetAttribute(attribute.name, windows);
            divided.emplace_back(attribute.name, DivideWindows(windows.Get(), scale));
        }
    }
    return divided;
}

} // namespace

std::vector<std::string>
ReadNames(const std::string& text)
{
    std::vector<std::string> names;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');)
    {
        const auto begin = part.find_first_not_of(' ');
        const auto end = part.find_last_not_of(' ');
        names.push_back(begin == std::string::npos ? "" : part.substr(begin, end - begin + 1));
    }
    return names;
}

iepm::HostDatabase
SelectHosts(const iepm::HostDatabase& database,
            const std::vector<std::string>& hosts,
            const std::vector<std::string>& tools)
{
    iepm::HostDatabase selected;
    for (const auto& link : database.GetLinks())
    {
        selected.AddLink(link);
    }
    for (const auto& name : tools)
    {
        database.GetTool(name); // refuses one that is not there
    }
    std::set<std::string> kept;
    for (const auto& tool : database.GetTools())
    {
        const auto times = std::count(tools.begin(), tools.end(), tool.name);
        for (auto i = tools.empty() ? 1 : times; i > 0; --i)
        {
            selected.AddTool(tool); // refuses the second of a name
            kept.insert(tool.name);
        }
    }
    std::vector<iepm::MeasurementHost> chosen;
    for (const auto& name : hosts)
    {
        chosen.push_back(database.GetHost(name));
    }
    for (auto host : hosts.empty() ? database.GetHosts() : chosen)
    {
        std::vector<iepm::HostTool> own;
        std::copy_if(host.tools.begin(),
                     host.tools.end(),
                     std::back_inserter(own),
                     [&kept](const iepm::HostTool& tool) { return kept.count(tool.tool); });
        host.tools = own;
        selected.AddHost(host);
    }
    return selected;
}

iepm::HostDatabase
ScaleHosts(const iepm::HostDatabase& database, const RateScale& scale, bool others)
{
    iepm::HostDatabase scaled;
    for (auto link : database.GetLinks())
    {
        link.rate = scale.Divide(link.rate);
        scaled.AddLink(link);
    }
    for (const auto& tool : database.GetTools())
    {
        scaled.AddTool(tool);
    }
    for (auto host : database.GetHosts())
    {
        for (const auto& tool : database.GetTools())
        {
            if (!iepm::HostDatabase::GetDisabled(host, tool).empty())
            {
                continue;
            }
            const auto divided = DivideAttributes(MakeProbe(host, tool), scale);
            auto found = std::find_if(host.tools.begin(),
                                      host.tools.end(),
                                      [&tool](const auto& own) { return own.tool == tool.name; });
            if (found == host.tools.end())
            {
                found = host.tools.insert(found, {tool.name, "", {}, "", tool.where});
            }
            found->options.insert(found->options.end(), divided.begin(), divided.end());
        }
        host.rate = scale.Divide(std::llround(GetExpectedPath(host, others).best));
        host.nic = scale.Divide(host.nic);
        host.disk = scale.Divide(host.disk);
        scaled.AddHost(host);
    }
    return scaled;
}

ExpectedPath
GetExpectedPath(const iepm::MeasurementHost& host, bool others)
{
    const ExpectedRate expected(static_cast<double>(host.rate),
                                host.roundTrip,
                                host.GetFact("loss"),
                                others ? host.GetFact("use") : 0);
    const double best = expected.Get(MANY, TUNED);
    const double disk = host.disk ? static_cast<double>(host.disk) : INFINITY;
    return {expected.Get(1, UNTUNED), best, COPY * best, std::min(COPY * best, disk)};
}

std::optional<MeasurementResult::Value>
GetExpectedValue(const iepm::MeasurementHost& host, const iepm::MeasurementTool& tool, bool others)
{
    const auto path = GetExpectedPath(host, others);
    const auto rate = static_cast<double>(host.rate);
    const auto probe = MakeProbe(host, tool);
    if (DynamicCast<PingProbe>(probe))
    {
        return MeasurementResult::Value{"rtt_min", host.roundTrip.GetSeconds(), "s"};
    }
    if (DynamicCast<PacketPairProbe>(probe) || DynamicCast<PipecharProbe>(probe))
    {
        return MeasurementResult::Value{"capacity", rate, "bit/s"};
    }
    if (const auto copy = DynamicCast<CopyProbe>(probe))
    {
        return MeasurementResult::Value{"throughput",
                                        copy->UsesDisk() ? path.bbcpDisk : path.bbcpMemory,
                                        "bit/s"};
    }
    if (DynamicCast<ThroughputProbe>(probe))
    {
        const ExpectedRate expected(rate,
                                    host.roundTrip,
                                    host.GetFact("loss"),
                                    others ? host.GetFact("use") : 0);
        return MeasurementResult::Value{
            "throughput",
            expected.Get(GetNumber(probe, "Streams"),
                         static_cast<double>(GetNumber(probe, "Window"))),
            "bit/s"};
    }
    return std::nullopt;
}

} // namespace ns3
