/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-runner-code-version.h"
#include "scenario-runner-description.h"
#include "scenario-runner-scenario.h"
#include "scenario-runner-server.h"
#include "scenario-runner.h"

#include "ns3/burst-core-check.h"
#include "ns3/burst-core-line-reader.h"
#include "ns3/log.h"

#include <algorithm>
#include <cctype>
#include <climits>
#include <csignal>
#include <exception>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::scenario
{

NS_LOG_COMPONENT_DEFINE("ScenarioRunnerCommandLine");

namespace
{

constexpr const char* USAGE =
    R"( SCENARIO [--Attribute=value].. [--ns3::Class::Attribute=value].. [--seed=1] [--run=1]
    [--scheduler=TYPEID] [--archive=FILE] [--json] [--progress=DESCRIPTOR]
  --list           the scenarios, as JSON
  --describe=NAME  attributes and traces of a scenario or any TypeId, as JSON
  --plan           run specifications from standard input, a JSON object a line, checked and
                   completed on standard output
  --serve=SOCKET   runs that are asked for through a descriptor, each in a forked process
  --plugin=FILE    load scenarios or algorithms first; with anything above, any number of times
--archive adds the run to an SQLite file with the runs of before, made when it is missing. A file
that is no such archive is refused. --json prints the rows.
A value is written as in ns-3 (2.5s, 10Mbps, true), an object as ns3::Name or
ns3::Name[Attribute=value|..].
)";

/** The command line, taken apart. */
struct Command
{
    enum Mode
    {
        RUN,
        LIST,
        DESCRIBE,
        PLAN,
        SERVE,
        HELP
    };

    Mode mode{RUN};
    RunSpec spec; //!< the scenario also of DESCRIBE
    ScenarioRunner runner;
    std::string archive;
    bool json{false};
    std::vector<std::string> plugins;
    int socket{-1}; //!< of SERVE
};

uint64_t
ReadNumber(const std::string& name, const std::string& text, uint64_t high)
{
    const auto number = burst::ToWhole<uint64_t>(text);
    if (!number || *number > high)
    {
        throw std::invalid_argument(name + " cannot be '" + text +
                                    "': it takes an integer from 0 to " + std::to_string(high));
    }
    return *number;
}

using Take = void (*)(Command&, const std::string& value);

/** What is written --name=value. */
const std::map<std::string, Take> OPTIONS{
    {"archive", [](Command& c, const std::string& v) { c.archive = v; }},
    {"describe",
     [](Command& c, const std::string& v) {
         c.mode = Command::DESCRIBE;
         c.spec.scenario = v;
     }},
    {"plugin", [](Command& c, const std::string& v) { c.plugins.push_back(v); }},
    {"progress",
     [](Command& c, const std::string& v) {
         c.runner.progress = static_cast<int>(ReadNumber("progress", v, INT_MAX));
     }},
    {"run", [](Command& c, const std::string& v) { c.spec.run = ReadNumber("run", v, INT64_MAX); }},
    {"scheduler", [](Command& c, const std::string& v) { c.runner.scheduler = v; }},
    {"seed",
     [](Command& c, const std::string& v) { c.spec.seed = ReadNumber("seed", v, UINT64_MAX); }},
    {"serve",
     [](Command& c, const std::string& v) {
         c.mode = Command::SERVE;
         c.socket = static_cast<int>(ReadNumber("serve", v, INT_MAX));
     }},
};

/** What is written --name. */
const std::map<std::string, Take> FLAGS{
    {"help", [](Command& c, const std::string&) { c.mode = Command::HELP; }},
    {"json", [](Command& c, const std::string&) { c.json = true; }},
    {"list", [](Command& c, const std::string&) { c.mode = Command::LIST; }},
    {"plan", [](Command& c, const std::string&) { c.mode = Command::PLAN; }},
};

/** Whether the name is one of an attribute of the scenario or, with a class, of a default. */
bool
IsAttribute(const std::string& name)
{
    return name.find("::") != std::string::npos ||
           (!name.empty() && std::isupper(static_cast<unsigned char>(name[0])));
}

void
TakeArgument(Command& command, const std::string& argument)
{
    NS_LOG_FUNCTION(argument);
    if (argument.rfind("--", 0) != 0)
    {
        if (!command.spec.scenario.empty() || argument.empty())
        {
            throw std::invalid_argument("'" + argument + "' is one argument too many after '" +
                                        command.spec.scenario + "': options begin with --");
        }
        command.spec.scenario = argument;
        return;
    }
    const auto equals = argument.find('=');
    const bool hasValue = equals != std::string::npos;
    const std::string name = argument.substr(2, hasValue ? equals - 2 : equals);
    const std::string value = hasValue ? argument.substr(equals + 1) : "";
    const auto option = OPTIONS.find(name);
    const auto flag = FLAGS.find(name);
    if (IsAttribute(name) && hasValue)
    {
        command.spec.attributes[name] = value;
    }
    else if (option != OPTIONS.end() && !value.empty())
    {
        option->second(command, value);
    }
    else if (flag != FLAGS.end() && !hasValue)
    {
        flag->second(command, "");
    }
    else if (IsAttribute(name) || option != OPTIONS.end())
    {
        throw std::invalid_argument("--" + name + " takes a value: --" + name + "=value");
    }
    else if (flag != FLAGS.end())
    {
        throw std::invalid_argument("--" + name + " takes no value");
    }
    else
    {
        std::vector<std::string> known;
        for (const auto* names : {&OPTIONS, &FLAGS})
        {
            for (const auto& [other, take] : *names)
            {
                known.push_back("--" + other);
            }
        }
        throw std::invalid_argument("there is no option --" + name + ", " +
                                    burst::NearestNames("--" + name, known));
    }
}

Command
ReadCommand(int argc, char* argv[])
{
    Command command;
    command.runner.driver = "compiled";
    std::for_each(argv + 1, argv + argc, [&command](const char* argument) {
        TakeArgument(command, argument);
    });
    const bool named = command.mode != Command::DESCRIBE && !command.spec.scenario.empty();
    if (command.mode != Command::RUN && (named || !command.spec.attributes.empty()))
    {
        throw std::invalid_argument(
            "--list, --describe=NAME, --plan and --serve=SOCKET take no scenario and no attributes "
            "beside them");
    }
    return command;
}

/** @return What identifies a run, as a JSON object. */
std::string
WriteIdentity(const archive::RunIdentity& identity)
{
    using Texts = std::map<std::string, std::string>;
    return nlohmann::json{
        {"run_id", identity.GetId()},
        {"key", identity.GetKey()},
        {"study", identity.study},
        {"scenario", identity.scenario},
        {"name", GetScenarioName(TypeId::LookupByName(identity.scenario))},
        {"parameters", Texts(identity.parameters.begin(), identity.parameters.end())},
        {"seed", identity.seed},
        {"run", identity.run},
        {"code_version", identity.codeVersion},
        {"ns3_version", identity.GetNs3Version()}}
        .dump();
}

/** @return A line of answer for each line of the standard input. */
std::string
Plan()
{
    constexpr std::size_t LONGEST = std::size_t{1} << 20;
    std::string answers;
    std::vector<char> buffer(LONGEST + 1);
    uint64_t number = 1;
    for (; std::cin.getline(buffer.data(), buffer.size()); ++number)
    {
        const std::string line(buffer.data(), std::cin.gcount() - (std::cin.eof() ? 0 : 1));
        try
        {
            if (line.find_first_not_of(" \t\r") != std::string::npos)
            {
                const archive::RunIdentity identity = RunSpec::FromJson(line).GetIdentity();
                answers += WriteIdentity(identity) + "\n";
                NS_LOG_LOGIC("line " << number << " is run " << identity.GetId());
            }
        }
        catch (const std::invalid_argument& error)
        {
            throw std::invalid_argument("line " + std::to_string(number) + ": " + error.what());
        }
    }
    if (!std::cin.eof())
    {
        throw std::invalid_argument("line " + std::to_string(number) +
                                    " is too long: a run specification has up to " +
                                    std::to_string(LONGEST) + " characters");
    }
    return answers;
}

/** @return The rows as JSON, where they are asked for. */
std::string
Run(const Command& command)
{
    const std::string file = command.archive.empty() ? ":memory:" : command.archive;
    const archive::RunArchive archive = command.runner.Execute(command.spec, file);
    NS_LOG_INFO("run " << archive.GetRunId() << " of " << command.spec.scenario << " went to "
                       << file);
    if (command.json)
    {
        return archive.GetDocument() + "\n";
    }
    std::cerr << "run " << archive.GetRunId()
              << (command.archive.empty()
                      ? " was not kept: --archive=FILE adds it to an archive, --json prints it"
                      : " is in " + command.archive)
              << std::endl;
    return "";
}

std::string
GetOutput(const Command& command, const std::string& program)
{
    switch (command.mode)
    {
    case Command::LIST:
        return WriteScenarios() + "\n";
    case Command::DESCRIBE:
        return WriteDescription(command.spec.scenario) + "\n";
    case Command::PLAN:
        return Plan();
    case Command::HELP:
        return program + USAGE;
    case Command::SERVE:
    case Command::RUN:
        break;
    }
    return Run(command);
}

} // namespace

int
RunScenarioMain(int argc, char* argv[])
{
    NS_LOG_FUNCTION(argc);
    std::signal(SIGPIPE,
                SIG_IGN); // a reader that goes away is an error of write(), for progress none
    try
    {
        const Command command = ReadCommand(argc, argv);
        std::for_each(command.plugins.begin(), command.plugins.end(), LoadPlugin);
        if (command.mode == Command::SERVE)
        {
            return ServeRuns(command.socket);
        }
        std::cout << GetOutput(command, argc > 0 ? argv[0] : "") << std::flush;
        if (!std::cout)
        {
            throw std::runtime_error("the standard output cannot be written");
        }
        return 0;
    }
    catch (const std::invalid_argument& error)
    {
        std::cerr << error.what() << std::endl;
        return 2;
    }
    catch (const std::exception& error)
    {
        std::cerr << error.what() << std::endl;
    }
    catch (...)
    {
        std::cerr << "the scenario threw what is no std::exception" << std::endl;
    }
    return 1;
}

} // namespace ns3::scenario
