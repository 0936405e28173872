/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-checked-command-line.h"

#include "burst-core-check.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/global-value.h"
#include "ns3/log.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <vector>

namespace ns3::burst
{

NS_LOG_COMPONENT_DEFINE("BurstCoreCheckedCommandLine");

namespace
{

/** Options of programs for seed and run number, and the global values of ns-3 for these. */
const std::map<std::string, std::string> GLOBALS{{"run", "RngRun"}, {"seed", "RngSeed"}};

/** Largest seed that the generator takes. */
constexpr uint64_t MAX_SEED = 4294944442;

bool
Declares(TypeId type, const std::string& attribute)
{
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        if (type.GetAttribute(i).name == attribute)
        {
            return true;
        }
    }
    return false;
}

/** The standard output is flushed for the last time after main(), which cannot answer an error. */
void
CheckOutput()
{
    std::cout.flush();
    if (!std::cout)
    {
        std::cerr << "the standard output cannot be written" << std::endl;
        std::fflush(nullptr);
        std::_Exit(1);
    }
}

} // namespace

CheckedCommandLine::CheckedCommandLine(const std::string& file, const std::string& usage)
    : m_command(file)
{
    m_command.Usage(usage);
}

void
CheckedCommandLine::Parse(int argc, char* argv[])
{
    NS_LOG_FUNCTION(this << argc);
    [[maybe_unused]] static const int checked = std::atexit(CheckOutput);
    TakeEnvironment();
    std::vector<char*> others(argv, argv + (argc > 0 ? 1 : 0));
    for (int i = 1; i < argc; ++i)
    {
        if (!TakeArgument(argv[i]))
        {
            others.push_back(argv[i]);
        }
    }
    m_command.Parse(static_cast<int>(others.size()), others.data());
}

void
CheckedCommandLine::TakeEnvironment()
{
    for (const auto& [option, global] : GLOBALS)
    {
        const auto own = m_options.find(option);
        StringValue value;
        GlobalValue::GetValueByName(global, value);
        if (own != m_options.end() && value.Get() != "1")
        {
            own->second.take(ReadAttribute(value.Get(), own->second.checker));
        }
    }
}

void
CheckedCommandLine::TakeNumber(const std::string& option,
                               const std::string& name,
                               const std::string& value)
{
    const bool isSeed = option == "seed";
    const auto number = ReadAttribute(value,
                                      isSeed ? MakeUintegerChecker<uint64_t>(1, MAX_SEED)
                                             : MakeUintegerChecker<uint64_t>(0, INT64_MAX));
    const std::pair given(name, DynamicCast<const UintegerValue>(number.value)->Get());
    const auto& [other, already] = m_numbers.emplace(option, given).first->second;
    if (already != given.second)
    {
        throw std::invalid_argument("it contradicts " + other + "=" + std::to_string(already));
    }
    if (const auto own = m_options.find(option); own != m_options.end())
    {
        own->second.take(ReadAttribute(value, own->second.checker));
    }
}

bool
CheckedCommandLine::TakeArgument(const std::string& argument)
{
    const auto equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
    const auto read = [&name, &value](Ptr<const AttributeChecker> checker) {
        try
        {
            return ReadAttribute(value, checker);
        }
        catch (const std::invalid_argument& reason)
        {
            throw std::invalid_argument(name + " cannot be '" + value + "': " + reason.what());
        }
    };
    for (const auto& [option, global] : GLOBALS)
    {
        const bool isOwn = name == "--" + option && m_options.count(option);
        if (equals != std::string::npos && (isOwn || name == "--" + global))
        {
            try
            {
                TakeNumber(option, name, value);
            }
            catch (const std::invalid_argument& reason)
            {
                throw std::invalid_argument(name + " cannot be '" + value + "': " + reason.what());
            }
            return isOwn;
        }
    }
    const auto own = name.rfind("--", 0) == 0 ? m_options.find(name.substr(2)) : m_options.end();
    if (own != m_options.end())
    {
        const Option& option = own->second;
        if (equals == std::string::npos)
        {
            if (!option.toggle)
            {
                throw std::invalid_argument(name + " takes a value: " + name + "=value");
            }
            return false; // ns-3 turns it over
        }
        option.take(read(option.checker));
        return true;
    }
    std::vector<std::string> known{"--PrintHelp"};
    for (const auto& option : m_options)
    {
        known.push_back("--" + option.first);
    }
    for (auto global = GlobalValue::Begin(); global != GlobalValue::End(); ++global)
    {
        known.push_back("--" + (*global)->GetName());
        if (name == known.back())
        {
            read((*global)->GetChecker());
            return false;
        }
    }
    const auto colons = name.rfind("::");
    if (name.rfind("--", 0) == 0 && colons != std::string::npos)
    {
        const TypeId type = FindType(name.substr(2, colons - 2), TypeId());
        const std::string attribute = name.substr(colons + 2);
        const auto information = FindSettableAttribute(type, attribute);
        TypeId owner = type;
        while (!Declares(owner, attribute))
        {
            owner = owner.GetParent();
        }
        if (owner != type) // ns-3 knows a default by the type that declares it
        {
            throw std::invalid_argument("there is no option " + name + ", nearest: --" +
                                        owner.GetName() + "::" + attribute);
        }
        ReadAttribute(value, information, type.GetName());
        return false;
    }
    if (name == "--help" || name.rfind("--Print", 0) == 0)
    {
        return false;
    }
    throw std::invalid_argument("there is no option " + name + ", " + NearestNames(name, known));
}

int
ReportError(const std::exception& error)
{
    std::cerr << error.what() << std::endl;
    return dynamic_cast<const std::invalid_argument*>(&error) ? 2 : 1;
}

} // namespace ns3::burst
