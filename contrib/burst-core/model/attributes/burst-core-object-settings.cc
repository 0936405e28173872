/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-object-settings.h"

#include "burst-core-attributes.h"

#include "ns3/pointer.h"
#include "ns3/string.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3::burst
{

ObjectSettings::ObjectSettings(TypeId type)
    : m_type(type)
{
}

void
ObjectSettings::Set(const std::string& name, const AttributeValue& value)
{
    Setting setting{FindSettableAttribute(m_type, name), {}, nullptr};
    const auto& checker = setting.attribute.checker;
    if (checker->Check(value))
    {
        setting.value = {value.Copy(), nullptr, false, WriteAttribute(value, checker)};
        const auto pointer = dynamic_cast<const PointerValue*>(&value);
        if (pointer && pointer->GetObject())
        {
            setting.used = std::make_shared<bool>(false);
        }
    }
    else
    {
        const auto text = dynamic_cast<const StringValue*>(&value);
        setting.value = ReadAttribute(text ? text->Get() : WriteAttribute(value, checker),
                                      setting.attribute,
                                      m_type.GetName());
    }
    m_settings.erase(
        std::remove_if(m_settings.begin(),
                       m_settings.end(),
                       [&name](const auto& old) { return old.attribute.name == name; }),
        m_settings.end());
    m_settings.push_back(std::move(setting));
}

void
ObjectSettings::Apply(ObjectBase& object) const
{
    for (const auto& [attribute, value, used] : m_settings)
    {
        if (used && std::exchange(*used, true))
        {
            throw std::invalid_argument(
                attribute.name + " of " + m_type.GetName() +
                " is one object for several; allowed is a text, such as StringValue(\"" +
                value.text + "\"), of which each gets its own");
        }
        value.SetOn(object, attribute);
    }
}

} // namespace ns3::burst
