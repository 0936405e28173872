/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-runner-code-version.h"

#include "ns3/log.h"
#include "ns3/run-archive-code-hash.h"

#include <algorithm>
#include <dlfcn.h>
#include <fstream>
#include <link.h>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

namespace ns3::scenario
{

NS_LOG_COMPONENT_DEFINE("ScenarioRunnerCodeVersion");

namespace
{

const std::string PREFIX = "ns3::"; //!< of all TypeIds

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
        if (archive::FindObjectFile(address) == object)
        {
            found.insert(version);
        }
    }
    return found;
}

/** @return The symbol of GetTypeId() of a class such as ns3::Node, in the C++ ABI of Itanium. */
std::string
GetSymbol(const std::string& name)
{
    std::ostringstream symbol;
    std::istringstream words(name);
    symbol << "_ZN";
    for (std::string word; std::getline(words, word, ':');)
    {
        if (!word.empty())
        {
            symbol << word.size() << word;
        }
    }
    symbol << "9GetTypeIdEv";
    return symbol.str();
}

/** @return The object file with the class of a TypeId such as ns3::Node, or with the class of its
 * parent, if several types are of one class; null: none has. */
const void*
FindClass(const std::string& name)
{
    for (const auto& candidate : {name, name.substr(PREFIX.size())}) // or without a namespace
    {
        if (const void* address = dlsym(RTLD_DEFAULT, GetSymbol(candidate).c_str()))
        {
            return archive::FindObjectFile(address);
        }
    }
    TypeId type;
    return TypeId::LookupByNameFailSafe(name, &type) && type.HasParent()
               ? FindClass(type.GetParent().GetName())
               : nullptr;
}

/** @return The object files that have classes which are named in a text. */
std::set<const void*>
FindClasses(const std::string& text)
{
    static const std::string letters =
        "0123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
    std::set<const void*> found;
    for (auto at = text.find(PREFIX); at != std::string::npos; at = text.find(PREFIX, at + 1))
    {
        const auto end = std::min(text.find_first_not_of(letters, at), text.size());
        found.insert(FindClass(text.substr(at, end - at)));
    }
    found.erase(nullptr);
    return found;
}

/** @return Whether the version of an object file covers another one. */
bool
IsPartOf(const void* object, const void* other)
{
    static std::map<const void*, std::set<const void*>> linked;
    if (object && !linked.count(object))
    {
        linked[object] = archive::FindLinked(object);
    }
    return !object || linked[object].count(other); // the version of a program covers all
}

/** @return The versions of an object file; null: that of the whole program. */
std::set<std::string>
GetVersions(const void* object)
{
    const auto found =
        object ? GetRegistered(object) : std::set<std::string>{archive::HashProgram()};
    return found.empty() ? std::set<std::string>{archive::HashObjectFile(object)} : found;
}

} // namespace

CodeVersion::CodeVersion(const std::string& version)
{
    NS_LOG_FUNCTION(this << version);
    GetRegistry().versions[this] = version;
}

std::string
CodeVersion::Get(const void* address, const std::vector<std::string>& parameters)
{
    const void* const own = archive::FindObjectFile(address);
    const auto& ofPlugins = GetRegistry().plugins;
    std::string text;
    for (const auto& version : GetVersions(own))
    {
        text += (text.empty() ? "" : "+") + version;
    }
    std::set<std::string> others;
    for (const auto& parameter : parameters)
    {
        for (const void* other : FindClasses(parameter))
        {
            if (!IsPartOf(own, other) && !ofPlugins.count(other))
            {
                others.merge(GetVersions(other));
            }
        }
    }
    for (const auto& version : others)
    {
        text += "," + version;
    }
    std::set<std::string> plugins;
    for (const void* plugin : ofPlugins)
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
    NS_LOG_LOGIC("the version of the code is " << text << ", " << others.size()
                                               << " parts of it from classes that parameters name, "
                                               << plugins.size() << " from plugins");
    return text;
}

bool
CodeVersion::IsRegistered(const void* address)
{
    return !GetRegistered(archive::FindObjectFile(address)).empty();
}

void
CodeVersion::AddPlugin(const void* address)
{
    NS_LOG_INFO("a plugin without a version is part of that of every run");
    GetRegistry().plugins.insert(archive::FindObjectFile(address));
}

std::vector<TypeId>
LoadPlugin(const std::string& path)
{
    NS_LOG_FUNCTION(path);
    const bool here = path.find('/') == std::string::npos && std::ifstream(path);
    const std::string file = here ? "./" + path : path;
    const auto typesBefore = TypeId::GetRegisteredN();
    const bool loaded = !path.empty() && dlopen(file.c_str(), RTLD_NOLOAD | RTLD_LAZY);
    void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (!handle || path.empty())
    {
        throw std::invalid_argument("the plugin '" + path + "' cannot be loaded: " +
                                    (path.empty() ? "a library has a name" : dlerror()));
    }

    std::vector<TypeId> types;
    for (auto i = typesBefore; i < TypeId::GetRegisteredN(); ++i)
    {
        types.push_back(TypeId::GetRegistered(i));
    }
    if (types.empty() && !loaded)
    {
        throw std::invalid_argument("the plugin '" + path +
                                    "' brings no TypeId: a library with scenarios or other classes "
                                    "of ns-3 is allowed");
    }
    NS_LOG_INFO(path << " brought " << types.size() << " types");
    // A version is registered by the scenarios of a study, for their own runs. Anything else may
    // bring an algorithm to any run.
    link_map* library = nullptr;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &library) == 0 && !CodeVersion::IsRegistered(library->l_ld))
    {
        CodeVersion::AddPlugin(library->l_ld);
    }
    return types;
}

} // namespace ns3::scenario
