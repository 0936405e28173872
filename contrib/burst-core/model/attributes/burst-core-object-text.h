/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_OBJECT_TEXT_H
#define BURST_CORE_OBJECT_TEXT_H

#include "burst-core-attribute-text.h"

#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/type-id.h"

#include <map>
#include <string>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * @param name Name of a TypeId.
 * @param base What the type has to be; TypeId() for anything.
 * @return The type.
 * @throw std::invalid_argument There is none; the sentence names the nearest.
 */
TypeId FindType(const std::string& name, TypeId base);

/**
 * @ingroup burst-core
 *
 * The text ns3::Name[Attribute=value|...], read. Unlike in ns-3, a value may be such a text again.
 * It is known to be right, no object exists yet, and every created object is a new one with new
 * objects in its attributes.
 */
class ObjectText
{
  public:
    ObjectText() = default; //!< No object.

    /**
     * @param text The text.
     * @param base What the type has to be; TypeId() for any ns3::Object.
     * @throw std::invalid_argument Broken brackets, unknown type or attribute, type that cannot be
     * created, value that is not allowed.
     */
    ObjectText(const std::string& text, TypeId base);

    /** @return Whether there is an object to create. */
    explicit operator bool() const;

    /** @return The type of the objects. */
    TypeId GetTypeId() const;

    /** @return A new object with the values set. */
    Ptr<Object> CreateObject() const;

    /** @tparam T A type of the object. @return CreateObject() as that. */
    template <typename T>
    Ptr<T> Create() const
    {
        return DynamicCast<T>(CreateObject());
    }

    /** @throw std::invalid_argument A value can only be set on an object that exists. */
    void CheckFactory() const;

    /** @return A factory of such objects; see CheckFactory(). */
    ObjectFactory MakeFactory() const;

    /** @return The canonical text: in order of their names, the attributes whose values are not
     * the defaults, with canonical values. */
    std::string Write() const;

  private:
    TypeId m_type;
    std::map<std::string, AttributeText> m_values; //!< by name of the attribute
};

/**
 * @ingroup burst-core
 *
 * @param object The object.
 * @return Its canonical text, from what its attributes read.
 */
std::string WriteObject(const Object& object);

} // namespace ns3::burst

#endif /* BURST_CORE_OBJECT_TEXT_H */
