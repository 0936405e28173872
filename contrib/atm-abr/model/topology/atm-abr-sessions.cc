/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-sessions.h"

#include "ns3/burst-core-attribute-text.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/data-rate.h"

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>

namespace ns3
{

namespace
{

double
ReadRate(const std::string& text)
{
    const auto read = burst::ReadAttribute(text, MakeDataRateChecker());
    return static_cast<double>(DynamicCast<const DataRateValue>(read.value)->Get().GetBitRate());
}

Time
ReadTime(const std::string& text)
{
    const auto read = burst::ReadAttribute(text, MakeTimeChecker(Time(0)));
    return DynamicCast<const TimeValue>(read.value)->Get();
}

double
ReadWeight(const std::string& text)
{
    const auto weight = burst::ToDouble(text);
    if (!weight || !(*weight > 0))
    {
        throw std::invalid_argument("'" + text + "' is no weight; allowed is a number above 0");
    }
    return *weight;
}

} // namespace

std::vector<AtmSession>
ReadAtmSessions(const fabric::Topology& topology)
{
    using Take = std::function<void(AtmSession&, const std::string&)>;
    static const std::map<std::string, Take> takes{
        {"demand", [](AtmSession& s, const std::string& text) { s.demand = ReadRate(text); }},
        {"mcr", [](AtmSession& s, const std::string& text) { s.mcr = ReadRate(text); }},
        {"weight", [](AtmSession& s, const std::string& text) { s.weight = ReadWeight(text); }},
        {"start", [](AtmSession& s, const std::string& text) { s.start = ReadTime(text); }},
    };
    std::vector<AtmSession> sessions;
    for (const auto& node : topology.GetNodes())
    {
        AtmSession session;
        session.source = node.name;
        const auto to = node.attributes->find("to");
        const bool sends = to != node.attributes->end();
        for (const auto& [name, take] : takes)
        {
            const auto text = node.attributes->find(name);
            if (text == node.attributes->end())
            {
                continue;
            }
            if (!sends)
            {
                throw std::invalid_argument("device '" + node.name + "' has " + name +
                                            " and no to; allowed is " + name +
                                            " of a device that sends");
            }
            try
            {
                take(session, text->second);
            }
            catch (const std::invalid_argument& error)
            {
                throw std::invalid_argument(name + " of device '" + node.name +
                                            "': " + error.what());
            }
        }
        if (sends)
        {
            session.destination = to->second;
            topology.FindNode(session.destination);
            sessions.push_back(session);
        }
    }
    if (sessions.empty())
    {
        throw std::invalid_argument("the topology has no session; allowed is one with a device "
                                    "that has the attribute to");
    }
    return sessions;
}

void
SetAtmSessionRates(const AtmSession& session, Ptr<AbrSourceBehavior> source)
{
    if (session.mcr < 0)
    {
        return;
    }
    const DataRate mcr(static_cast<uint64_t>(session.mcr));
    DataRateValue icr;
    source->GetAttribute("InitialCellRate", icr);
    source->SetAttribute("MinimumCellRate", DataRateValue(mcr));
    if (icr.Get().GetBitRate() > 0) // else it is PCR
    {
        source->SetAttribute("InitialCellRate", DataRateValue(std::max(icr.Get(), mcr)));
    }
}

std::vector<double>
AllocateAtmSessions(const AtmNetwork& network,
                    const std::vector<AtmSession>& sessions,
                    AtmMaxMin::Fairness fairness,
                    uint32_t nrm)
{
    AtmMaxMin allocation;
    for (const auto& channel : network.GetChannels())
    {
        allocation.AddLink(channel.rate);
    }
    for (std::size_t vc = 0; vc < sessions.size(); ++vc)
    {
        const auto& session = sessions[vc];
        const auto& way = network.GetVcs().at(vc).forward;
        allocation.AddRoute({way.begin(), way.end()},
                            session.demand / AtmNetwork::CELL_BITS * nrm / (nrm - 1),
                            std::max(session.mcr, 0.0) / AtmNetwork::CELL_BITS,
                            session.weight);
    }
    return allocation.Allocate(fairness);
}

} // namespace ns3
