/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../walk/walk.h"
#include "battery-bed.h"
#include "battery-fork.h"

#include "ns3/burst-core-checked-command-line.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

/**
 * @file
 * Runs every behaviour over every device, in every state and at three time resolutions, each in a
 * process of its own, and writes a table. The exit code is 1 if a device differs where no row of
 * GetDifferences() says so, or does not where one does.
 */

using namespace battery;

namespace
{

/** What is run. */
struct Case
{
    const DeviceUnderTest* dut; //!< kind
    const Behaviour* behaviour; //!< what is expected
    State state;                //!< when it acts
    Time::Unit unit;            //!< resolution of time
};

/** @param one case @return its name without device and behaviour */
std::string
GetPlace(const Case& one)
{
    const char* const unit = one.unit == Time::US ? "us" : one.unit == Time::PS ? "ps" : "ns";
    return std::string(GetName(one.state)) + ", " + unit;
}

/** @param one case, in this process; throws if the device differs */
void
RunHere(const Case& one)
{
    if (one.unit != Time::NS)
    {
        Time::SetResolution(one.unit);
    }
    Bed bed(*one.dut, one.state);
    one.behaviour->test(bed);
    if (!bed.IsOver())
    {
        bed.Stop();
    }
}

/** @param quick fewer resolutions @return states and resolutions */
std::vector<std::pair<State, Time::Unit>>
GetPlaces(bool quick)
{
    std::vector<std::pair<State, Time::Unit>> places;
    for (const auto state : {State::BORN,
                             State::INSTALLED,
                             State::MID_RUN,
                             State::STOPPED,
                             State::DESTROYED,
                             State::SECOND})
    {
        places.emplace_back(state, Time::NS);
        if (!quick || state == State::MID_RUN)
        {
            places.emplace_back(state, Time::US);
            places.emplace_back(state, Time::PS);
        }
    }
    return places;
}

/** By device and behaviour, what differs: reason, and where. */
using Findings = std::map<std::pair<std::string, std::string>, std::map<std::string, std::string>>;

/** @param findings of a run @return the table, with the reasons of differences below */
std::string
MakeTable(const Findings& findings)
{
    std::ostringstream out;
    std::vector<std::string> reasons;
    out << ".. list-table::\n   :header-rows: 1\n\n   * - behaviour\n";
    for (const auto& device : GetDevices())
    {
        out << "     - " << device->GetName() << "\n";
    }
    for (const auto& behaviour : GetBehaviours())
    {
        out << "   * - " << behaviour.name << "\n";
        for (const auto& device : GetDevices())
        {
            const bool differs = findings.count({device->GetName(), behaviour.name}) > 0;
            std::string cell = differs ? "fails" : "yes";
            for (const auto& row : GetDifferences())
            {
                if (differs && row.device == device->GetName() && row.behaviour == behaviour.name)
                {
                    auto found = std::find(reasons.begin(), reasons.end(), row.reason);
                    cell = "(" + std::to_string(found - reasons.begin() + 1) + ")";
                    if (found == reasons.end())
                    {
                        reasons.push_back(row.reason);
                    }
                }
            }
            out << "     - " << cell << "\n";
        }
    }
    out << "\n";
    for (std::size_t i = 0; i < reasons.size(); ++i)
    {
        out << "(" << i + 1 << ") " << reasons[i] << "\n\n";
    }
    for (const auto& behaviour : GetBehaviours())
    {
        out << "* " << behaviour.name << ": " << behaviour.text << "\n";
    }
    return out.str();
}

/** @param findings of a run @return lines of what no row has, and of rows that are not needed */
std::vector<std::string>
Compare(const Findings& findings, const std::set<std::pair<std::string, std::string>>& ran)
{
    std::vector<std::string> lines;
    std::set<std::pair<std::string, std::string>> expected;
    for (const auto& row : GetDifferences())
    {
        const std::pair key(row.device, row.behaviour);
        expected.insert(key);
        if (ran.count(key) > 0 && findings.count(key) == 0)
        {
            lines.push_back(row.device + ", " + row.behaviour +
                            ": does not differ, but a row says " + row.reason);
        }
    }
    for (const auto& [key, places] : findings)
    {
        if (expected.count(key) == 0)
        {
            std::map<std::string, std::string> by;
            for (const auto& [place, reason] : places)
            {
                by[reason] += (by[reason].empty() ? "" : "; ") + place;
            }
            for (const auto& [reason, where] : by)
            {
                lines.push_back(key.first + ", " + key.second + " [" + where + "]: " + reason);
            }
        }
    }
    return lines;
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string device;
    std::string behaviour;
    std::string table;
    bool quick = false;
    bool mutants = false;
    bool here = false;
    std::string state;
    std::string walked;
    CommandLine cmd(__FILE__);
    cmd.AddValue("device", "run this one alone", device);
    cmd.AddValue("behaviour", "run this one alone", behaviour);
    cmd.AddValue("state", "run in this one alone", state);
    cmd.AddValue("quick", "one resolution but in mid-run", quick);
    cmd.AddValue("table", "file to write the table to", table);
    cmd.AddValue("mutants", "run the broken devices, each of which must be found", mutants);
    cmd.AddValue("walk", "over attributes or traces instead", walked);
    cmd.AddValue("here", "run in this process, for a debugger", here);
    cmd.Parse(argc, argv);

    if (!walked.empty())
    {
        return walked == "traces" ? walk::WalkTraces() : walk::WalkAttributes();
    }
    if (mutants)
    {
        return RunMutants();
    }
    std::vector<Case> cases;
    std::set<std::pair<std::string, std::string>> ran;
    for (const auto& dut : GetDevices())
    {
        for (const auto& one : GetBehaviours())
        {
            if ((!device.empty() && device != dut->GetName()) ||
                (!behaviour.empty() && behaviour != one.name))
            {
                continue;
            }
            for (const auto& [when, unit] : GetPlaces(quick))
            {
                if (state.empty() || state == GetName(when))
                {
                    cases.push_back({dut.get(), &one, when, unit});
                    ran.emplace(dut->GetName(), one.name);
                }
            }
        }
    }
    Findings findings;
    std::vector<std::function<void()>> tests;
    for (const auto& one : cases)
    {
        tests.emplace_back([&one] { RunHere(one); });
    }
    if (here)
    {
        for (const auto& test : tests)
        {
            test();
        }
        return 0;
    }
    const auto reasons = RunForked(tests);
    for (std::size_t i = 0; i < cases.size(); ++i)
    {
        if (!reasons[i].empty())
        {
            findings[{cases[i].dut->GetName(), cases[i].behaviour->name}][GetPlace(cases[i])] =
                reasons[i];
        }
    }
    const auto lines = Compare(findings, ran);
    for (const auto& line : lines)
    {
        std::cout << line << "\n";
    }
    std::cout << cases.size() << " cases of " << GetBehaviours().size() << " behaviours and "
              << GetDevices().size() << " devices, " << lines.size() << " findings\n";
    if (!table.empty())
    {
        std::ofstream(table) << MakeTable(findings);
    }
    return lines.empty() ? 0 : 1;
}
