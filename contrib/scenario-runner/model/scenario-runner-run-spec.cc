/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-runner-run-spec.h"

#include "scenario-runner-prepared-run.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace ns3::scenario
{

namespace
{

using nlohmann::json;

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

RunSpec
RunSpec::FromJson(const std::string& text)
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

archive::RunIdentity
RunSpec::GetIdentity() const
{
    return PreparedRun(*this).identity;
}

} // namespace ns3::scenario
