/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-object-text-value.h"

#include "burst-core-refusal.h"

#include <stdexcept>

namespace ns3::burst
{

ObjectTextValue::ObjectTextValue(const ObjectText& value)
    : m_value(value)
{
}

void
ObjectTextValue::Set(const ObjectText& value)
{
    m_value = value;
}

ObjectText
ObjectTextValue::Get() const
{
    return m_value;
}

bool
ObjectTextValue::GetAccessor(ObjectText& value) const
{
    value = m_value;
    return true;
}

Ptr<AttributeValue>
ObjectTextValue::Copy() const
{
    return Create<ObjectTextValue>(*this);
}

std::string
ObjectTextValue::SerializeToString(Ptr<const AttributeChecker> /* checker */) const
{
    return m_value.Write();
}

bool
ObjectTextValue::DeserializeFromString(std::string text, Ptr<const AttributeChecker> checker)
{
    try
    {
        m_value = DynamicCast<const ObjectTextChecker>(checker)->Read(text);
        return true;
    }
    catch (const std::invalid_argument&)
    {
        if (IsSetFailSafe())
        {
            return false;
        }
        throw;
    }
}

ObjectTextChecker::ObjectTextChecker(TypeId (*base)(), bool optional)
    : m_base(base),
      m_optional(optional)
{
}

TypeId
ObjectTextChecker::GetBase() const
{
    return m_base();
}

ObjectText
ObjectTextChecker::Read(const std::string& text) const
{
    return m_optional && text.empty() ? ObjectText() : ObjectText(text, m_base());
}

bool
ObjectTextChecker::Check(const AttributeValue& value) const
{
    const auto given = dynamic_cast<const ObjectTextValue*>(&value);
    if (!given || !given->Get())
    {
        return given && m_optional;
    }
    const TypeId type = given->Get().GetTypeId();
    return type == m_base() || type.IsChildOf(m_base());
}

std::string
ObjectTextChecker::GetValueTypeName() const
{
    return "ns3::burst::ObjectTextValue";
}

bool
ObjectTextChecker::HasUnderlyingTypeInformation() const
{
    return true;
}

std::string
ObjectTextChecker::GetUnderlyingTypeInformation() const
{
    return m_base().GetName();
}

Ptr<AttributeValue>
ObjectTextChecker::Create() const
{
    return ns3::Create<ObjectTextValue>();
}

bool
ObjectTextChecker::Copy(const AttributeValue& source, AttributeValue& destination) const
{
    const auto from = dynamic_cast<const ObjectTextValue*>(&source);
    const auto to = dynamic_cast<ObjectTextValue*>(&destination);
    if (!from || !to)
    {
        return false;
    }
    *to = *from;
    return true;
}

} // namespace ns3::burst
