/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-object-text.h"

#include "burst-core-attributes.h"

#include "ns3/burst-core-check.h"
#include "ns3/log.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ns3::burst
{

NS_LOG_COMPONENT_DEFINE("BurstCoreObjectText");

namespace
{

/** Objects that hold each other are followed this far. */
constexpr int DEPTH = 8;

/** More brackets within each other are refused before they exhaust the stack. */
constexpr int MAX_BRACKETS = 64;

/** @return The parts of a text between the bars outside of brackets. */
std::vector<std::string>
Split(const std::string& text)
{
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : text)
    {
        depth += (c == '[') - (c == ']');
        if (c == '|' && depth == 0)
        {
            parts.emplace_back();
        }
        else
        {
            parts.back() += c;
        }
    }
    return parts;
}

std::string
WriteTypeWith(TypeId type, const std::map<std::string, std::string>& values)
{
    std::string text;
    for (const auto& [name, value] : values)
    {
        text += (text.empty() ? "[" : "|") + name + "=" + value;
    }
    return type.GetName() + (text.empty() ? "" : text + "]");
}

std::string
WriteObjectTo(const Object& object, int depth)
{
    std::map<std::string, std::string> values;
    const TypeId type = object.GetInstanceTypeId();
    for (const auto& attribute : GetSettableAttributes(type))
    {
        const Ptr<AttributeValue> value = attribute.checker->Create();
        if (depth == 0 || !(attribute.flags & TypeId::ATTR_GET) ||
            !attribute.accessor->HasGetter() || !attribute.accessor->Get(&object, *value))
        {
            continue;
        }
        const auto pointer = DynamicCast<PointerValue>(value);
        const std::string text = pointer && pointer->GetObject()
                                     ? WriteObjectTo(*pointer->GetObject(), depth - 1)
                                     : WriteAttribute(*value, attribute.checker);
        if (!IsDefault(text, attribute))
        {
            values[attribute.name] = text;
        }
    }
    return WriteTypeWith(type, values);
}

/** @return Whether every bracket is closed, and how deep they are within each other at most. */
std::pair<bool, int>
CountBrackets(const std::string& text)
{
    int depth = 0;
    int deepest = 0;
    for (const char c : text)
    {
        depth += (c == '[') - (c == ']');
        deepest = std::max(deepest, depth);
        if (depth < 0)
        {
            break;
        }
    }
    return {depth == 0, deepest};
}

} // namespace

TypeId
FindType(const std::string& name, TypeId base)
{
    const bool any = base == TypeId();
    TypeId type;
    if (TypeId::LookupByNameFailSafe(name, &type) && (any || type == base || type.IsChildOf(base)))
    {
        return type;
    }
    std::vector<std::string> known;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId candidate = TypeId::GetRegistered(i);
        if (candidate.HasConstructor() && (any || candidate == base || candidate.IsChildOf(base)))
        {
            known.push_back(candidate.GetName());
        }
    }
    throw std::invalid_argument("'" + name + "' is no TypeId" +
                                (any ? "" : " derived from " + base.GetName()) + ", " +
                                NearestNames(name, known));
}

ObjectText::ObjectText(const std::string& text, TypeId base)
{
    const auto [closed, depth] = CountBrackets(text);
    if (depth > MAX_BRACKETS)
    {
        throw std::invalid_argument("'" + text + "' has brackets within each other more than " +
                                    std::to_string(MAX_BRACKETS) + " deep");
    }
    const auto bracket = text.find('[');
    m_type = FindType(text.substr(0, bracket), base == TypeId() ? Object::GetTypeId() : base);
    if (!m_type.HasConstructor())
    {
        throw std::invalid_argument(m_type.GetName() +
                                    " is abstract and only types derived from it can be created");
    }
    if (bracket == std::string::npos)
    {
        return;
    }
    const std::string inside = text.substr(bracket + 1, text.size() - bracket - 2);
    if (!closed || text.back() != ']' || !CountBrackets(inside).first)
    {
        throw std::invalid_argument("'" + text + "' does not end with the bracket it opens");
    }
    for (const auto& part : inside.empty() ? std::vector<std::string>() : Split(inside))
    {
        const auto equals = part.find('=');
        if (equals == std::string::npos)
        {
            throw std::invalid_argument("'" + part + "' between the brackets of " +
                                        m_type.GetName() + " is not of the form Attribute=value");
        }
        const auto attribute = FindSettableAttribute(m_type, part.substr(0, equals));
        const auto value = ReadAttribute(part.substr(equals + 1), attribute, m_type.GetName());
        if (!m_values.emplace(attribute.name, value).second)
        {
            throw std::invalid_argument(attribute.name + " of " + m_type.GetName() +
                                        " is given twice in '" + text + "', allowed is once");
        }
    }
}

ObjectText::
operator bool() const
{
    return m_type != TypeId();
}

TypeId
ObjectText::GetTypeId() const
{
    return m_type;
}

Ptr<Object>
ObjectText::CreateObject() const
{
    NS_LOG_FUNCTION(this << Write());
    ObjectFactory factory;
    factory.SetTypeId(m_type);
    const auto object = factory.Create<Object>();
    for (const auto& [name, value] : m_values)
    {
        const auto attribute = FindSettableAttribute(m_type, name);
        if (!IsDefault(value.text, attribute))
        {
            value.SetOn(*object, attribute);
        }
    }
    return object;
}

void
ObjectText::CheckFactory() const
{
    for (const auto& [name, value] : m_values)
    {
        if (!(FindSettableAttribute(m_type, name).flags & TypeId::ATTR_CONSTRUCT))
        {
            throw std::invalid_argument(name + " of " + m_type.GetName() +
                                        " can only be set after an object was created");
        }
    }
}

ObjectFactory
ObjectText::MakeFactory() const
{
    NS_LOG_FUNCTION(this << Write());
    CheckFactory();
    ObjectFactory factory;
    factory.SetTypeId(m_type);
    for (const auto& [name, value] : m_values)
    {
        if (!IsDefault(value.text, FindSettableAttribute(m_type, name)))
        {
            factory.Set(name, *value.MakeValue());
        }
    }
    return factory;
}

std::string
ObjectText::Write() const
{
    std::map<std::string, std::string> values;
    for (const auto& [name, value] : m_values)
    {
        if (!IsDefault(value.text, FindSettableAttribute(m_type, name)))
        {
            values[name] = value.text;
        }
    }
    return m_type == TypeId() ? "" : WriteTypeWith(m_type, values);
}

std::string
WriteObject(const Object& object)
{
    return WriteObjectTo(object, DEPTH);
}

} // namespace ns3::burst
