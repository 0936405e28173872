/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-attributes.h"

#include "burst-core-attribute-text.h"
#include "burst-core-object-text.h"

#include "ns3/burst-core-check.h"
#include "ns3/global-value.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <cstdlib>
#include <functional>
#include <sstream>
#include <stdexcept>

namespace ns3::burst
{

std::vector<TypeId::AttributeInformation>
GetSettableAttributes(TypeId type)
{
    std::vector<TypeId::AttributeInformation> attributes;
    for (; type != ObjectBase::GetTypeId() && type != Object::GetTypeId(); type = type.GetParent())
    {
        for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
        {
            auto attribute = type.GetAttribute(i);
            if ((attribute.flags & TypeId::ATTR_SET) && attribute.accessor->HasSetter() &&
                attribute.supportLevel != TypeId::SupportLevel::OBSOLETE)
            {
                attributes.push_back(std::move(attribute));
            }
        }
    }
    return attributes;
}

TypeId::AttributeInformation
FindSettableAttribute(TypeId type, const std::string& name)
{
    std::vector<std::string> known;
    for (auto& attribute : GetSettableAttributes(type))
    {
        if (attribute.name == name)
        {
            return attribute;
        }
        known.push_back(attribute.name);
    }
    throw std::invalid_argument(type.GetName() + " has no attribute " + name + ", " +
                                NearestNames(name, known));
}

Ptr<const AttributeValue>
TakeAttributeValue(TypeId type, const std::string& name, const AttributeValue& value)
{
    const auto attribute = FindSettableAttribute(type, name);
    if (dynamic_cast<const PointerValue*>(&value) || attribute.checker->Check(value))
    {
        return value.Copy();
    }
    const auto text = dynamic_cast<const StringValue*>(&value);
    return ReadAttribute(text ? text->Get() : WriteAttribute(value, attribute.checker),
                         attribute,
                         type.GetName())
        .MakeValue();
}

void
SetAttributeOrThrow(ObjectBase& object, const std::string& name, const std::string& text)
{
    const TypeId type = object.GetInstanceTypeId();
    const auto attribute = FindSettableAttribute(type, name);
    ReadAttribute(text, attribute, type.GetName()).SetOn(object, attribute);
}

void
SetAttributeOrThrow(Ptr<Object> object, const std::string& name, const std::string& text)
{
    SetAttributeOrThrow(*object, name, text);
}

Ptr<Object>
CreateObjectFromText(const std::string& text, TypeId base)
{
    return ObjectText(text, base).CreateObject();
}

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
