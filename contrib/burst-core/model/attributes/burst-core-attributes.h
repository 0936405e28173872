/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_ATTRIBUTES_H
#define BURST_CORE_ATTRIBUTES_H

#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <map>
#include <string>
#include <vector>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * Attributes that can be set, of a type and its ancestors below ns3::Object, obsolete ones left
 * out.
 *
 * @param type The type.
 * @return Its attributes, those of ancestors last.
 */
std::vector<TypeId::AttributeInformation> GetSettableAttributes(TypeId type);

/**
 * @ingroup burst-core
 *
 * @param type The type.
 * @param name Name of one of its settable attributes.
 * @return The attribute.
 * @throw std::invalid_argument There is none; the sentence names the nearest.
 */
TypeId::AttributeInformation FindSettableAttribute(TypeId type, const std::string& name);

/**
 * @ingroup burst-core
 *
 * @param type The type.
 * @param name Name of one of its settable attributes.
 * @param value Value for it, or a text.
 * @return The value as the attribute takes it, exactly.
 * @throw std::invalid_argument No such attribute, or a value that is not allowed; the sentence says
 * what is.
 */
Ptr<const AttributeValue> TakeAttributeValue(TypeId type,
                                             const std::string& name,
                                             const AttributeValue& value);

/**
 * @ingroup burst-core
 *
 * Set an attribute from a text that a user wrote. Unlike ObjectBase::SetAttribute() this never ends
 * the program.
 *
 * @param object The object.
 * @param name Name of the attribute.
 * @param text Its value; objects and factories as in CreateFromText().
 * @throw std::invalid_argument No such attribute, or a value that is not allowed; the sentence says
 * what is.
 */
void SetAttributeOrThrow(ObjectBase& object, const std::string& name, const std::string& text);

/** As SetAttributeOrThrow() for an ObjectBase. */
void SetAttributeOrThrow(Ptr<Object> object, const std::string& name, const std::string& text);

/**
 * @ingroup burst-core
 *
 * @param text See CreateFromText().
 * @param base What the object has to be.
 * @return The object.
 * @throw std::invalid_argument See CreateFromText().
 */
Ptr<Object> CreateObjectFromText(const std::string& text, TypeId base);

/**
 * @ingroup burst-core
 *
 * Create an object from a text that a user wrote, "ns3::Poisson" or
 * "ns3::Poisson[Rate=0.1|Unit=2]". Values may hold such texts again.
 *
 * @tparam T What the object has to be.
 * @param text Name of a TypeId, with attribute values in brackets.
 * @return The object.
 * @throw std::invalid_argument Unknown type, type that is no T, unknown attribute, value out of
 * range; the sentence says what is allowed.
 */
template <typename T>
Ptr<T>
CreateFromText(const std::string& text)
{
    return DynamicCast<T>(CreateObjectFromText(text, T::GetTypeId()));
}

/**
 * @ingroup burst-core
 *
 * What was changed in this process before the objects of a simulation are created, and changes its
 * results: defaults of attributes, set by Config::SetDefault(), an option
 * `--ns3::Class::Attribute` or the environment variable NS_ATTRIBUTE_DEFAULT; and global values,
 * set by GlobalValue::Bind(), an option or the environment variable NS_GLOBAL_VALUE. Seed and run
 * number of the random numbers are left out: RngSeedManager has them.
 *
 * @return Canonical texts of the values that differ from those of the source code, by
 * "ns3::Class::Attribute" and by name of the global value.
 */
std::map<std::string, std::string> GetChangedDefaults();

} // namespace ns3::burst

#endif // BURST_CORE_ATTRIBUTES_H
