/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-changed-defaults.h"

#include "burst-core-attribute-text.h"

#include "ns3/global-value.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <cstdlib>
#include <functional>
#include <sstream>
#include <stdexcept>

namespace ns3::burst
{

namespace
{

using Texts = std::map<std::string, std::string>;

/** @return The canonical text; of what this module does not read, the text of ns-3. */
std::string
Write(const AttributeValue& value, Ptr<const AttributeChecker> checker)
{
    try
    {
        return WriteAttribute(value, checker);
    }
    catch (const std::invalid_argument&)
    {
        return value.SerializeToString(checker);
    }
}

/** Call a function with each NAME=VALUE;.. of an environment variable, as ns-3 takes it apart. */
void
ForEachEntry(const char* variable,
             const std::function<void(const std::string&, const std::string&)>& take)
{
    const char* const text = std::getenv(variable);
    std::istringstream entries(text ? text : "");
    for (std::string entry; std::getline(entries, entry, ';');)
    {
        const auto equals = entry.find('=');
        if (equals != std::string::npos)
        {
            take(entry.substr(0, equals), entry.substr(equals + 1));
        }
    }
}

/** Enter a default that the environment sets, which goes before all others. */
void
TakeFromEnvironment(const std::string& name, const std::string& text, Texts& changes)
{
    const auto colons = name.rfind("::");
    TypeId type;
    if (colons == std::string::npos || !TypeId::LookupByNameFailSafe(name.substr(0, colons), &type))
    {
        return;
    }
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        const auto attribute = type.GetAttribute(i);
        if (attribute.name == name.substr(colons + 2))
        {
            const std::string value = Write(StringValue(text), attribute.checker);
            changes.erase(name);
            if (value != Write(*attribute.originalInitialValue, attribute.checker))
            {
                changes[name] = value;
            }
        }
    }
}

void
AddAttributes(Texts& changes)
{
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        for (std::size_t j = 0; j < type.GetAttributeN(); ++j)
        {
            const auto attribute = type.GetAttribute(j);
            if (attribute.initialValue == attribute.originalInitialValue)
            {
                continue;
            }
            const std::string value = Write(*attribute.initialValue, attribute.checker);
            if (value != Write(*attribute.originalInitialValue, attribute.checker))
            {
                changes[type.GetName() + "::" + attribute.name] = value;
            }
        }
    }
    ForEachEntry("NS_ATTRIBUTE_DEFAULT", [&changes](const auto& name, const auto& text) {
        TakeFromEnvironment(name, text, changes);
    });
}

void
AddGlobalValues(Texts& changes)
{
    for (auto each = GlobalValue::Begin(); each != GlobalValue::End(); ++each)
    {
        GlobalValue& global = **each;
        if (global.GetName() == "RngSeed" || global.GetName() == "RngRun")
        {
            continue;
        }
        // The initial value cannot be read, but set.
        StringValue present;
        StringValue initial;
        global.GetValue(present);
        global.ResetInitialValue();
        global.GetValue(initial);
        if (present.Get() != initial.Get())
        {
            global.SetValue(present);
            changes[global.GetName()] = present.Get();
        }
    }
    ForEachEntry("NS_GLOBAL_VALUE", [&changes](const std::string& name, const std::string&) {
        StringValue present;
        if (name != "RngSeed" && name != "RngRun" &&
            GlobalValue::GetValueByNameFailSafe(name, present))
        {
            changes[name] = present.Get();
        }
    });
}

} // namespace

std::map<std::string, std::string>
GetChangedDefaults()
{
    Texts changes;
    AddAttributes(changes);
    AddGlobalValues(changes);
    return changes;
}

} // namespace ns3::burst
