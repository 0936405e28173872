/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_REFUSAL_H
#define BURST_CORE_REFUSAL_H

#include "ns3/attribute.h"
#include "ns3/object-base.h"
#include "ns3/ptr.h"

#include <functional>
#include <string>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * @return Whether the attribute that is being set is set by ObjectBase::SetAttributeFailSafe(),
 * Config::SetFailSafe() or Config::SetDefaultFailSafe(), which ask for false instead of an
 * exception. The stack is looked at: ns-3 passes the question to nobody. Where the stack has no
 * names, the answer is no.
 */
bool IsSetFailSafe();

/**
 * @ingroup burst-core
 *
 * What is against a value of an attribute of an object now: what is allowed, as "it can be set
 * before Build", or nothing.
 */
using Objection = std::function<std::string(const ObjectBase& object)>;

/**
 * @ingroup burst-core
 *
 * An accessor whose setter may refuse values. If the setter throws std::invalid_argument, so does
 * SetAttribute(), while SetAttributeFailSafe() returns false.
 *
 * @param accessor With the setter.
 * @param objection Asked before a value is set that is not the present one; none by default. If
 * there is one, the value is refused with one sentence that names attribute, value, objection and
 * the help of the attribute.
 * @return The accessor for TypeId::AddAttribute().
 */
Ptr<const AttributeAccessor> MakeRefusingAccessor(Ptr<const AttributeAccessor> accessor,
                                                  Objection objection = nullptr);

/**
 * @ingroup burst-core
 *
 * An accessor of an attribute that acts only until something happens, and is refused from then on.
 *
 * @tparam T Class with the attribute.
 * @param accessor The accessor without that.
 * @param happened Whether it has happened.
 * @param what What happens, as "Build".
 * @return The accessor for TypeId::AddAttribute().
 */
template <typename T>
Ptr<const AttributeAccessor>
MakeAccessorUntil(Ptr<const AttributeAccessor> accessor,
                  bool (T::*happened)() const,
                  const std::string& what)
{
    return MakeRefusingAccessor(accessor, [happened, what](const ObjectBase& object) {
        const auto owner = dynamic_cast<const T*>(&object);
        return owner && (owner->*happened)() ? "it can be set before " + what : "";
    });
}

/**
 * @ingroup burst-core
 *
 * For several attributes that act until the same thing happens.
 *
 * @tparam T Class with the attributes.
 * @param happened Whether it has happened.
 * @param what What happens, as "Build".
 * @return A function that makes an accessor of an accessor, as MakeAccessorUntil() does.
 */
template <typename T>
auto
MakeAccessorsUntil(bool (T::*happened)() const, const std::string& what)
{
    return [happened, what](Ptr<const AttributeAccessor> accessor) {
        return MakeAccessorUntil(accessor, happened, what);
    };
}

/**
 * @ingroup burst-core
 *
 * @return a checker of attributes of kind DataRate that refuses a rate of 0, over which ns-3
 * divides
 */
Ptr<const AttributeChecker> MakePositiveRateChecker();

} // namespace ns3::burst

#endif // BURST_CORE_REFUSAL_H
