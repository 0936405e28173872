/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-runner-run-spec.h"

#include "scenario-runner-code-version.h"

#include "ns3/burst-core-attribute-text.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/hash.h"
#include "ns3/object-factory.h"
#include "ns3/rng-seed-manager.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <typeinfo>

namespace ns3::burst
{

namespace
{

using nlohmann::json;

/** Largest seed the generator MRG32k3a takes, one below the smaller of its two moduli. */
constexpr uint64_t MAX_SEED = 4294944442;

void
CheckNumber(const std::string& name, uint64_t value, uint64_t low, uint64_t high)
{
    if (value < low || value > high)
    {
        throw std::invalid_argument(name + " cannot be " + std::to_string(value) +
                                    ": it takes an integer from " + std::to_string(low) + " to " +
                                    std::to_string(high));
    }
}

/** ns-3 would take values from there that no identity shows. */
void
CheckEnvironment()
{
    for (const char* name : {"NS_ATTRIBUTE_DEFAULT", "NS_GLOBAL_VALUE"})
    {
        if (std::getenv(name))
        {
            throw std::invalid_argument(
                std::string("the environment variable ") + name +
                " is set and would change runs without being part of what identifies them: unset "
                "it and give --ns3::Class::Attribute=value");
        }
    }
}

/** @return The attribute of the scenario that a default of its class or of one it derives from
 * means; else nothing. */
std::string
GetOwnName(TypeId scenario, const std::string& name)
{
    const auto colons = name.rfind("::");
    TypeId type;
    if (colons == std::string::npos || !TypeId::LookupByNameFailSafe(name.substr(0, colons), &type))
    {
        return colons == std::string::npos ? name : "";
    }
    const bool own = (scenario == type || scenario.IsChildOf(type)) &&
                     (type == Scenario::GetTypeId() || type.IsChildOf(Scenario::GetTypeId()));
    return own ? name.substr(colons + 2) : "";
}

/** @return The hash of what is in a file. */
std::string
HashFile(const std::string& path)
{
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    {
        throw std::invalid_argument("the file '" + path +
                                    "' cannot be read (no regular file, as is needed)");
    }
    std::ifstream file(path, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    if (!file)
    {
        throw std::invalid_argument("the file '" + path + "' cannot be read (" +
                                    std::strerror(errno) + ")");
    }
    std::ostringstream text;
    text << std::hex << Hash64(content);
    return text.str();
}

/** @throw std::invalid_argument The key, as JSON, could not hold the text. */
void
RequireText(const RunIdentity& identity, const std::string& text)
{
    try
    {
        json(text).dump();
    }
    catch (const json::type_error&)
    {
        throw std::invalid_argument("a parameter of " + identity.scenario +
                                    " holds bytes that are no UTF-8 text");
    }
}

uint64_t
ReadNumber(const std::string& name, const json& value)
{
    if (!value.is_number_unsigned())
    {
        throw std::invalid_argument(name + " cannot be " + value.dump() +
                                    ": it takes an integer that is not negative");
    }
    return value.get<uint64_t>();
}

} // namespace

PreparedRun
Prepare(const RunSpec& spec)
{
    CheckEnvironment();
    CheckNumber("seed", spec.seed, 1, MAX_SEED);
    CheckNumber("run", spec.run, 0, std::numeric_limits<int64_t>::max());

    PreparedRun prepared;
    const TypeId type = FindScenario(spec.scenario);
    std::map<std::string, std::string> own;
    std::map<std::string, std::string> defaults;
    for (const auto& [name, text] : spec.attributes)
    {
        if (text.find('\0') != std::string::npos)
        {
            throw std::invalid_argument(name + " cannot hold the character of code 0");
        }
        const std::string ownName = GetOwnName(type, name);
        if (ownName.empty())
        {
            defaults[name] = text;
        }
        else if (!own.emplace(ownName, text).second)
        {
            throw std::invalid_argument(ownName + " of " + type.GetName() + " is given twice");
        }
    }

    prepared.defaults.Set(defaults);

    // Random streams take seed and run number when they are created, with the scenario or in its
    // attributes.
    RngSeedManager::SetSeed(static_cast<uint32_t>(spec.seed));
    RngSeedManager::SetRun(spec.run);
    RestartAutomaticStreams();
    ObjectFactory factory;
    factory.SetTypeId(type);
    prepared.scenario = factory.Create<Scenario>();

    auto parameters = prepared.defaults.GetChanges();
    for (const auto& attribute : GetSettableAttributes(type))
    {
        std::string& text = parameters[attribute.name];
        text = WriteAttribute(*attribute.initialValue, attribute.checker);
        const auto given = own.find(attribute.name);
        if (given != own.end() && given->second != text)
        {
            const auto read = ReadAttribute(given->second, attribute, type.GetName());
            if (!IsDefault(read.text, attribute)) // else a new object would take a stream
            {
                read.SetOn(*prepared.scenario, attribute);
            }
            text = read.text;
        }
        own.erase(attribute.name);
    }
    if (!own.empty())
    {
        FindSettableAttribute(type, own.begin()->first); // throws
    }

    RunIdentity& identity = prepared.identity;
    identity.study = type.GetGroupName();
    identity.scenario = type.GetName();
    const Scenario& scenario = *prepared.scenario;
    identity.codeVersion = CodeVersion::Get(&typeid(scenario));
    identity.seed = static_cast<uint32_t>(spec.seed);
    identity.run = spec.run;
    identity.parameters.assign(parameters.begin(), parameters.end());
    for (const auto& [name, text] : parameters)
    {
        RequireText(identity, text);
    }
    for (const auto& path : scenario.GetInputFiles())
    {
        RequireText(identity, path);
        identity.inputs.emplace_back(path, HashFile(path));
        prepared.inputTimes.push_back(std::filesystem::last_write_time(path));
    }
    return prepared;
}

void
PreparedRun::CheckInputs() const
{
    for (std::size_t i = 0; i < identity.inputs.size(); ++i)
    {
        const auto& [path, hash] = identity.inputs[i];
        std::error_code error;
        if (std::filesystem::last_write_time(path, error) != inputTimes[i] || error ||
            HashFile(path) != hash)
        {
            throw std::runtime_error("the input file '" + path +
                                     "' was written during the run: run it again");
        }
    }
}

RunIdentity
Canonicalize(const RunSpec& spec)
{
    return Prepare(spec).identity;
}

RunSpec
ReadRunSpec(const std::string& text)
{
    const json object = json::parse(text, nullptr, false);
    if (!object.is_object())
    {
        throw std::invalid_argument("'" + text + "' is no JSON object");
    }
    RunSpec spec;
    for (const auto& [name, value] : object.items())
    {
        if (name == "scenario" && value.is_string())
        {
            spec.scenario = value.get<std::string>();
        }
        else if (name == "attributes" && value.is_object())
        {
            for (const auto& [attribute, given] : value.items())
            {
                if (given.is_structured() || given.is_null())
                {
                    throw std::invalid_argument(attribute + " cannot be " + given.dump() +
                                                ": it takes a text, a number or a boolean");
                }
                spec.attributes[attribute] =
                    given.is_string() ? given.get<std::string>() : given.dump();
            }
        }
        else if (name == "seed")
        {
            spec.seed = ReadNumber(name, value);
        }
        else if (name == "run")
        {
            spec.run = ReadNumber(name, value);
        }
        else
        {
            throw std::invalid_argument("the member " + name + " cannot be " + value.dump() +
                                        ": a run has scenario (text), attributes (object), seed "
                                        "and run (integers)");
        }
    }
    return spec;
}

std::string
WriteIdentity(const RunIdentity& identity)
{
    json parameters = json::object();
    for (const auto& [name, value] : identity.parameters)
    {
        parameters[name] = value;
    }
    return json{{"run_id", identity.GetId()},
                {"key", identity.GetKey()},
                {"study", identity.study},
                {"scenario", identity.scenario},
                {"name", KebabName(TypeId::LookupByName(identity.scenario))},
                {"parameters", parameters},
                {"seed", identity.seed},
                {"run", identity.run},
                {"code_version", identity.codeVersion},
                {"ns3_version", identity.GetNs3Version()}}
        .dump();
}

} // namespace ns3::burst
