/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_LATE_ATTRIBUTES_H
#define BURST_CORE_LATE_ATTRIBUTES_H

#include "ns3/burst-core-attributes.h"
#include "ns3/ipv4-address.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <cstdio>
#include <set>
#include <string>
#include <vector>

namespace ns3::burst
{

/**
 * @param type of an object
 * @param attribute of it
 * @param present value
 * @return another value that a new object takes, of a number, a truth value or an address; else
 * nothing
 */
inline std::string
FindOther(TypeId type, const TypeId::AttributeInformation& attribute, const std::string& present)
{
    std::vector<std::string> others;
    double number = 0;
    char unit[16] = "";
    // In ns-3.37 most names of types of values lack "ns3::", so the value is asked.
    const auto value = attribute.checker->Create();
    if (present == "true" || present == "false")
    {
        others.emplace_back(present == "true" ? "false" : "true");
    }
    else if (DynamicCast<Ipv4AddressValue>(value))
    {
        others.emplace_back("10.9.8.7");
    }
    else if (!DynamicCast<PointerValue>(value) && // ns-3 would abort
             std::sscanf(present.c_str(), "%lf%15s", &number, unit) >= 1)
    {
        for (const double other : {number + 1, number * 2, number / 2})
        {
            char text[64];
            std::snprintf(text, sizeof text, "%.15g%s", other, unit);
            others.emplace_back(text);
        }
    }
    for (const auto& other : others)
    {
        if (other != present && ObjectFactory(type.GetName())
                                    .Create<Object>()
                                    ->SetAttributeFailSafe(attribute.name, StringValue(other)))
        {
            return other;
        }
    }
    return "";
}

/**
 * @param object any
 * @param among names of attributes, empty for all that have another value
 * @return those that take another value now; the values stay as they are
 */
inline std::set<std::string>
FindOpen(Ptr<Object> object, const std::set<std::string>& among = {})
{
    std::set<std::string> open;
    const auto type = object->GetInstanceTypeId();
    for (const auto& attribute : GetSettableAttributes(type))
    {
        StringValue present;
        object->GetAttribute(attribute.name, present);
        const auto other = FindOther(type, attribute, present.Get());
        if (!other.empty() && (among.empty() || among.count(attribute.name) > 0) &&
            object->SetAttributeFailSafe(attribute.name, StringValue(other)))
        {
            open.insert(attribute.name);
            object->SetAttribute(attribute.name, present);
        }
    }
    return open;
}

/** @param names of attributes @return them in one line */
inline std::string
Join(const std::set<std::string>& names)
{
    std::string line;
    for (const auto& name : names)
    {
        line += (line.empty() ? "" : " ") + name;
    }
    return line;
}

} // namespace ns3::burst

#endif // BURST_CORE_LATE_ATTRIBUTES_H
