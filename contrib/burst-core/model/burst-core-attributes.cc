/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-attributes.h"

#include "burst-core-attribute-text.h"
#include "burst-core-nearest.h"
#include "burst-core-object-text.h"

#include "ns3/pointer.h"
#include "ns3/string.h"

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

} // namespace ns3::burst
