/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-plugin-loader.h"

#include "burst-core-code-version.h"

#include <dlfcn.h>
#include <fstream>
#include <link.h>
#include <sstream>
#include <stdexcept>

namespace ns3
{

std::vector<TypeId>
LoadPlugin(const std::string& path)
{
    const bool here = path.find('/') == std::string::npos && std::ifstream(path);
    const auto typesBefore = TypeId::GetRegisteredN();
    const auto versionsBefore = CodeVersion::GetN();
    void* handle = dlopen((here ? "./" + path : path).c_str(), RTLD_NOW | RTLD_GLOBAL);
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
    link_map* library = nullptr;
    if (!types.empty() && CodeVersion::GetN() == versionsBefore &&
        dlinfo(handle, RTLD_DI_LINKMAP, &library) == 0)
    {
        std::ostringstream contents;
        contents << std::ifstream(library->l_name, std::ios::binary).rdbuf();
        CodeVersion::AddPlugin(contents.str());
    }
    return types;
}

} // namespace ns3
