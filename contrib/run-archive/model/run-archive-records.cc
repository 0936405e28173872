/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-records.h"

#include "run-archive-code-hash.h"

#include "ns3/hash.h"

#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace ns3::burst
{

namespace
{

/** @param texts names and texts @return them as a JSON object, in order of their names */
nlohmann::json
ToObject(const RunIdentity::Texts& texts)
{
    return std::map<std::string, std::string>(texts.begin(), texts.end());
}

/** @param json a JSON text @return it with \u000a for \n and so on, as keys were always written */
std::string
WriteControlsAsNumbers(const std::string& json)
{
    static const std::map<char, std::string> NUMBERS{
        {'b', "u0008"},
        {'f', "u000c"},
        {'n', "u000a"},
        {'r', "u000d"},
        {'t', "u0009"},
    };
    std::string written;
    bool escaped = false;
    for (const char c : json)
    {
        const auto number = escaped ? NUMBERS.find(c) : NUMBERS.end();
        written += number == NUMBERS.end() ? std::string(1, c) : number->second;
        escaped = c == '\\' && !escaped;
    }
    return written;
}

} // namespace

std::string
RunIdentity::GetCodeVersion() const
{
    return codeVersion.empty() ? HashProgram() : codeVersion;
}

std::string
RunIdentity::GetNs3Version() const
{
    return ns3Version.empty() ? BURSTLAB_NS3_VERSION : ns3Version;
}

std::string
RunIdentity::GetKey() const
{
    const nlohmann::json key{{"code_version", GetCodeVersion()},
                             {"inputs", ToObject(inputs)},
                             {"ns3_version", GetNs3Version()},
                             {"parameters", ToObject(parameters)},
                             {"run", run},
                             {"scenario", scenario},
                             {"seed", seed}};
    try
    {
        return WriteControlsAsNumbers(key.dump());
    }
    catch (const nlohmann::json::type_error&)
    {
        throw std::invalid_argument("scenario, a parameter or an input file of " + scenario +
                                    " holds bytes that are no UTF-8 text");
    }
}

uint64_t
RunIdentity::GetId() const
{
    return Hash64(GetKey()) & ((uint64_t{1} << 52) - 1);
}

} // namespace ns3::burst
