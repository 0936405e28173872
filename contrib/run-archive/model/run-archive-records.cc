/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-records.h"

#include "run-archive-code-hash.h"
#include "run-archive-json.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/hash.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace ns3::archive
{

namespace
{

/**
 * Adds a text unless the name is there.
 * @param texts names and texts
 * @param name of the new one
 * @param text of it
 */
void
Add(RunIdentity::Texts& texts, const std::string& name, const std::string& text)
{
    if (std::none_of(texts.begin(), texts.end(), [&](const auto& t) { return t.first == name; }))
    {
        texts.emplace_back(name, text);
    }
}

/** @param texts names and texts @return them as a JSON object, in order of their names */
nlohmann::json
ToObject(const RunIdentity::Texts& texts)
{
    return std::map<std::string, std::string>(texts.begin(), texts.end());
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

RunIdentity
RunIdentity::GetComplete() const
{
    RunIdentity whole = *this;
    if (!complete)
    {
        for (const auto& [name, text] : burst::GetChangedDefaults())
        {
            Add(whole.parameters, name, text);
        }
        for (const auto& file : burst::GetUsedInputs())
        {
            Add(whole.inputs, file.path, file.hash);
        }
        whole.complete = true;
    }
    return whole;
}

std::string
RunIdentity::GetKey() const
{
    if (!complete)
    {
        return GetComplete().GetKey();
    }
    for (const auto& [name, text] : parameters)
    {
        RequireUtf8("name of a parameter", name);
        RequireUtf8(name, text);
    }
    for (const auto& [path, hash] : inputs)
    {
        RequireUtf8("name of an input file", path);
        RequireUtf8("hash of " + path, hash);
    }
    RequireUtf8("scenario", scenario);
    RequireUtf8("codeVersion", codeVersion);
    RequireUtf8("ns3Version", ns3Version);
    return WriteJson({{"code_version", GetCodeVersion()},
                      {"inputs", ToObject(inputs)},
                      {"ns3_version", GetNs3Version()},
                      {"parameters", ToObject(parameters)},
                      {"run", run},
                      {"scenario", scenario},
                      {"seed", seed}});
}

uint64_t
RunIdentity::GetId() const
{
    return Hash64(GetKey()) & ((uint64_t{1} << 52) - 1);
}

} // namespace ns3::archive
