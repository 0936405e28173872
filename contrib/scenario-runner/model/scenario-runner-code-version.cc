/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-runner-code-version.h"

#include "ns3/log.h"
#include "ns3/run-archive-code-hash.h"

#include <map>
#include <set>

namespace ns3::burst
{

NS_LOG_COMPONENT_DEFINE("ScenarioRunnerCodeVersion");

namespace
{

/** What has been registered; inside a function because registrars run before main, in any order. */
struct Registry
{
    std::map<const void*, std::string> versions; //!< address in an object file -> version
    std::set<const void*> plugins;               //!< object files that any run may depend on
};

Registry&
GetRegistry()
{
    static Registry registry;
    return registry;
}

/** @return The versions registered in an object file, each once. */
std::set<std::string>
GetRegistered(const void* object)
{
    std::set<std::string> found;
    for (const auto& [address, version] : GetRegistry().versions)
    {
        if (FindObjectFile(address) == object)
        {
            found.insert(version);
        }
    }
    return found;
}

/** @return The versions of an object file; null: that of the whole program. */
std::set<std::string>
GetVersions(const void* object)
{
    const auto found = object ? GetRegistered(object) : std::set<std::string>{HashProgram()};
    return found.empty() ? std::set<std::string>{HashObjectFile(object)} : found;
}

} // namespace

CodeVersion::CodeVersion(const std::string& version)
{
    NS_LOG_FUNCTION(this << version);
    GetRegistry().versions[this] = version;
}

std::string
CodeVersion::Get(const void* address)
{
    const void* const own = FindObjectFile(address);
    std::string text;
    for (const auto& version : GetVersions(own))
    {
        text += (text.empty() ? "" : "+") + version;
    }
    std::set<std::string> plugins;
    for (const void* plugin : GetRegistry().plugins)
    {
        if (plugin != own)
        {
            plugins.merge(GetVersions(plugin));
        }
    }
    for (const auto& version : plugins)
    {
        text += "+" + version;
    }
    NS_LOG_LOGIC("the version of the code is " << text << ", " << plugins.size()
                                               << " parts of it from plugins");
    return text;
}

bool
CodeVersion::IsRegistered(const void* address)
{
    return !GetRegistered(FindObjectFile(address)).empty();
}

void
CodeVersion::AddPlugin(const void* address)
{
    NS_LOG_INFO("a plugin without a version is part of that of every run");
    GetRegistry().plugins.insert(FindObjectFile(address));
}

} // namespace ns3::burst
