/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-runner-plugin-loader.h"

#include "scenario-runner-code-version.h"

#include "ns3/log.h"

#include <dlfcn.h>
#include <fstream>
#include <link.h>
#include <stdexcept>

namespace ns3::scenario
{

NS_LOG_COMPONENT_DEFINE("ScenarioRunnerPluginLoader");

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
