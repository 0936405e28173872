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

namespace ns3
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
 */
class ObjectText
{
  public:
    /**
     * @param text The text.
     * @param base What the type has to be; TypeId() for any ns3::Object.
     * @throw std::invalid_argument Broken brackets, unknown type or attribute, type that cannot be
     * created, value that is not allowed.
     */
    ObjectText(const std::string& text, TypeId base);

    /** @return A new object with the values set. */
    Ptr<Object> CreateObject() const;

    /** @return A factory of such objects. */
    ObjectFactory MakeFactory() const;

    /** @return The canonical text: the given attributes in order of their names, with canonical
     * values. */
    std::string Write() const;

  private:
    /** An attribute with its value. */
    struct Setting
    {
        TypeId::AttributeInformation attribute;
        AttributeText value;
    };

    TypeId m_type;
    std::map<std::string, Setting> m_settings; //!< by name
};

/**
 * @ingroup burst-core
 *
 * @param object The object.
 * @return Its type with the canonical texts of all attributes that can be set and read, in order of
 * their names; text that ObjectText reads.
 */
std::string WriteObject(const Object& object);

} // namespace ns3

#endif /* BURST_CORE_OBJECT_TEXT_H */
