/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-code-version.h"

#include "ns3/hash.h"

#include <cinttypes>
#include <cstdio>
#include <map>
#include <set>

namespace ns3
{

namespace
{

/** What has been registered; inside a function because registrars run before main, in any order. */
struct Registry
{
    std::map<std::string, std::string> studies; //!< study -> version
    std::set<std::string> plugins;              //!< hashes of plugins without a version
};

Registry&
GetRegistry()
{
    static Registry registry;
    return registry;
}

} // namespace

CodeVersion::CodeVersion(const std::string& study, const std::string& version)
{
    GetRegistry().studies[study] = version;
}

std::string
CodeVersion::Get(const std::string& study)
{
    const auto& [studies, plugins] = GetRegistry();
    const auto found = studies.find(study);
    std::string version = found == studies.end() ? "unversioned" : found->second;
    for (const auto& plugin : plugins)
    {
        version += "+" + plugin;
    }
    return version;
}

std::size_t
CodeVersion::GetN()
{
    return GetRegistry().studies.size();
}

void
CodeVersion::AddPlugin(const std::string& contents)
{
    char text[17];
    std::snprintf(text, sizeof(text), "%016" PRIx64, Hash64(contents));
    GetRegistry().plugins.insert(text);
}

} // namespace ns3
