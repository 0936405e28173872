/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-attribute-text.h"

#include "burst-core-attribute-kinds.h"
#include "burst-core-object-text-value.h"
#include "burst-core-object-text.h"

#include "ns3/address.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/double.h"
#include "ns3/length.h"
#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/vector.h"

#include <exception>
#include <memory>
#include <set>
#include <stdexcept>

namespace ns3::burst
{

NS_LOG_COMPONENT_DEFINE("BurstCoreAttributeText");

namespace
{

/** @return What the parser of an unknown kind makes of a text, if it does not end the program. */
Ptr<const AttributeValue>
ReadUnknown(const std::string& text, Ptr<const AttributeChecker> checker)
{
    NS_LOG_WARN("no reader for " << checker->GetValueTypeName() << ", ns-3 reads '" << text << "'");
    try
    {
        const Ptr<AttributeValue> value = checker->Create();
        return value->DeserializeFromString(text, checker) ? value : nullptr;
    }
    catch (const std::exception&)
    {
        return nullptr;
    }
}

/** @return " from 0 to 1", " of at least 0" or nothing, from the "double 0:1" of a checker, whose
 * six digits do not say whether the ends belong to it: the checker is asked. */
std::string
DescribeRange(Ptr<const AttributeChecker> checker, const std::string& information)
{
    static const std::set<std::string> UNLIMITED{
        "1.79769e+308",
        "-1.79769e+308",
        "3.40282e+38",
        "-3.40282e+38",
        "+9.22337e+18ns",
        "-9.22337e+18ns",
        "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551615",
    };
    const auto colon = information.rfind(':');
    const auto blank = information.rfind(' ', colon);
    if (colon == std::string::npos || blank == std::string::npos)
    {
        return "";
    }
    const std::string low = information.substr(blank + 1, colon - blank - 1);
    const std::string high = information.substr(colon + 1);
    const auto isOpen = [checker](const std::string& end) {
        const auto number = ToDouble(end);
        return GetAttributeKind(checker) == "Double" && number &&
               !checker->Check(DoubleValue(*number));
    };
    const bool openLow = isOpen(low);
    const bool openHigh = isOpen(high);
    if (UNLIMITED.count(high))
    {
        return UNLIMITED.count(low) ? "" : (openLow ? " above " : " of at least ") + low;
    }
    if (UNLIMITED.count(low))
    {
        return (openHigh ? " below " : " of at most ") + high;
    }
    return openLow ? " above " + low + (openHigh ? " and below " : " and up to ") + high
                   : " from " + low + " to " + (openHigh ? "below " : "") + high;
}

} // namespace

std::string
GetAttributeKind(Ptr<const AttributeChecker> checker)
{
    std::string name = checker->GetValueTypeName();
    name = name.substr(0, name.find('<')); // ns3::EnumValue<E> from ns-3.41 on
    const auto begin = name.rfind("::");
    name = begin == std::string::npos ? name : name.substr(begin + 2);
    return name.substr(0, name.rfind("Value"));
}

Ptr<const AttributeValue>
AttributeText::MakeValue() const
{
    if (!object)
    {
        return value;
    }
    return factory ? Ptr<AttributeValue>(Create<ObjectFactoryValue>(object->MakeFactory()))
                   : Ptr<AttributeValue>(Create<PointerValue>(object->CreateObject()));
}

void
AttributeText::SetOn(ObjectBase& object, const TypeId::AttributeInformation& attribute) const
{
    NS_LOG_FUNCTION(this << attribute.name << text);
    if (!attribute.accessor->Set(&object, *MakeValue()))
    {
        throw std::invalid_argument(attribute.name + " of " + object.GetInstanceTypeId().GetName() +
                                    " refuses the value '" + text + "' (" + attribute.help + ")");
    }
}

AttributeText
ReadAttribute(const std::string& text, Ptr<const AttributeChecker> checker)
{
    const std::string kind = GetAttributeKind(checker);
    if (kind == "ObjectFactory" || kind == "Pointer")
    {
        const auto object = std::make_shared<const ObjectText>(text, GetObjectBase(checker));
        const bool factory = kind == "ObjectFactory";
        if (factory)
        {
            object->CheckFactory();
        }
        return {nullptr, object, factory, object->Write()};
    }

    const AttributeKind* known = FindAttributeKind(kind);
    Ptr<const AttributeValue> value;
    if (kind == "String" || kind == "ObjectText" || !text.empty()) // to ns-3 it is zero
    {
        value = known ? known->read(text, checker) : ReadUnknown(text, checker);
    }
    if (!value || !checker->Check(*value))
    {
        throw std::invalid_argument("it takes " + DescribeAllowed(checker));
    }
    const std::string canonical = !known         ? text
                                  : known->spell ? known->spell(text)
                                                 : WriteAttribute(*value, checker);
    return {value, nullptr, false, canonical};
}

AttributeText
ReadAttribute(const std::string& text,
              const TypeId::AttributeInformation& attribute,
              const std::string& owner)
{
    try
    {
        return ReadAttribute(text, attribute.checker);
    }
    catch (const std::invalid_argument& reason)
    {
        std::string help = attribute.help.empty() ? "" : " (" + attribute.help;
        help = help.substr(0, help.find_last_not_of(". ") + 1) + (help.empty() ? "" : ")");
        throw std::invalid_argument(attribute.name + " of " + owner + " cannot be '" + text +
                                    "': " + reason.what() + help);
    }
}

std::string
WriteAttribute(const AttributeValue& value, Ptr<const AttributeChecker> checker)
{
    if (const auto number = dynamic_cast<const DoubleValue*>(&value))
    {
        return WriteDouble(number->Get());
    }
    if (const auto time = dynamic_cast<const TimeValue*>(&value))
    {
        return WriteTime(time->Get());
    }
    if (const auto vector = dynamic_cast<const Vector2DValue*>(&value))
    {
        return WriteDouble(vector->Get().x) + ":" + WriteDouble(vector->Get().y);
    }
    if (const auto vector = dynamic_cast<const Vector3DValue*>(&value))
    {
        const Vector3D v = vector->Get();
        return WriteDouble(v.x) + ":" + WriteDouble(v.y) + ":" + WriteDouble(v.z);
    }
    if (const auto length = dynamic_cast<const LengthValue*>(&value))
    {
        return WriteDouble(length->Get().GetDouble()) + " m";
    }
    if (const auto address = dynamic_cast<const AddressValue*>(&value);
        address && address->Get().GetLength() == 0)
    {
        return ""; // the releases of ns-3 write three different texts
    }
    if (const auto pointer = dynamic_cast<const PointerValue*>(&value))
    {
        const auto object = pointer->GetObject();
        return object ? WriteObject(*object) : "";
    }
    if (const auto factory = dynamic_cast<const ObjectFactoryValue*>(&value))
    {
        return factory->Get().GetTypeId() == TypeId()
                   ? ""
                   : ReadAttribute(value.SerializeToString(checker), checker).text;
    }
    const auto text = dynamic_cast<const StringValue*>(&value);
    if (text && GetAttributeKind(checker) != "String")
    {
        return text->Get().empty() ? "" : ReadAttribute(text->Get(), checker).text;
    }
    // a callback is written as its address
    return GetAttributeKind(checker) == "Callback" ? "" : value.SerializeToString(checker);
}

bool
IsDefault(const std::string& text, const TypeId::AttributeInformation& attribute)
{
    // The object of a changed default may have the attribute itself: its value is no default then.
    static thread_local std::set<const AttributeValue*> compared;
    const AttributeValue* const initial = PeekPointer(attribute.initialValue);
    if (!(attribute.flags & TypeId::ATTR_CONSTRUCT) || !compared.insert(initial).second)
    {
        return false;
    }
    const auto forget = [initial](void*) { compared.erase(initial); };
    const std::unique_ptr<void, decltype(forget)> guard(&compared, forget);
    return text == WriteAttribute(*initial, attribute.checker);
}

TypeId
GetObjectBase(Ptr<const AttributeChecker> checker)
{
    if (const auto pointer = DynamicCast<const PointerChecker>(checker))
    {
        return pointer->GetPointeeTypeId();
    }
    const auto object = DynamicCast<const ObjectTextChecker>(checker);
    return object ? object->GetBase() : TypeId();
}

std::string
DescribeAllowed(Ptr<const AttributeChecker> checker)
{
    const std::string kind = GetAttributeKind(checker);
    const std::string information =
        checker->HasUnderlyingTypeInformation() ? checker->GetUnderlyingTypeInformation() : kind;
    if (const TypeId base = GetObjectBase(checker); base != TypeId())
    {
        return "ns3::Name or ns3::Name[Attribute=value|...] of a type derived from " +
               base.GetName() + (checker->Check(ObjectTextValue()) ? ", or nothing" : "");
    }
    if (kind == "ObjectFactory")
    {
        return "ns3::Name or ns3::Name[Attribute=value|...]";
    }
    if (kind == "Enum")
    {
        std::string words = information;
        for (auto bar = words.find('|'); bar != std::string::npos; bar = words.find('|', bar))
        {
            words.replace(bar, 1, ", ");
        }
        return "one of " + words;
    }
    const AttributeKind* known = FindAttributeKind(kind);
    return known ? known->allowed + DescribeRange(checker, information)
                 : "what ns-3 reads as " + information;
}

} // namespace ns3::burst
