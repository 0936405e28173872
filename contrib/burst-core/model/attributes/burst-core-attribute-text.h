/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_ATTRIBUTE_TEXT_H
#define BURST_CORE_ATTRIBUTE_TEXT_H

#include "ns3/attribute.h"
#include "ns3/object-base.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <memory>
#include <string>

namespace ns3::burst
{

class ObjectText;

/**
 * @ingroup burst-core
 *
 * Attribute value with its canonical text: two texts that mean the same value have the same
 * canonical text, and two values never share one. It is what ns-3 prints, with these differences: a
 * double has as many digits as it takes to read it back (ns-3 prints six), and an object or a
 * factory is written as its type with the attributes that are not at their defaults (ns-3 prints an
 * address). Of kinds of attribute this module has no reader for, the text stays as it was given.
 */
struct AttributeText
{
    Ptr<const AttributeValue> value;          //!< The value; null for an object or a factory.
    std::shared_ptr<const ObjectText> object; //!< The object or factory to make, or null.
    bool factory{false};                      //!< Whether a factory is made.
    std::string text;                         //!< The canonical text.

    /** @return The value; of an attribute that holds an object with a new one. */
    Ptr<const AttributeValue> MakeValue() const;

    /**
     * Set an attribute to the value.
     *
     * @param object The object.
     * @param attribute The attribute, whose checker has read the value.
     * @throw std::invalid_argument The object's setter refuses the value.
     */
    void SetOn(ObjectBase& object, const TypeId::AttributeInformation& attribute) const;
};

/**
 * @ingroup burst-core
 *
 * Read a text that a user wrote. Of the kinds of attribute that this module has a reader for, no
 * text ends the program, as many do with the parsers of ns-3. A text of another kind is left to its
 * own parser. No object is created.
 *
 * @param text The text.
 * @param checker Checker of the attribute.
 * @return The value.
 * @throw std::invalid_argument The checker does not allow it; the message says what is allowed.
 */
AttributeText ReadAttribute(const std::string& text, Ptr<const AttributeChecker> checker);

/**
 * @ingroup burst-core
 *
 * @param text The text.
 * @param attribute The attribute.
 * @param owner Name of the type or scenario it belongs to, for the sentence.
 * @return The value.
 * @throw std::invalid_argument One sentence with attribute, owner, value, what is allowed and the
 * attribute's help.
 */
AttributeText ReadAttribute(const std::string& text,
                            const TypeId::AttributeInformation& attribute,
                            const std::string& owner);

/**
 * @ingroup burst-core
 *
 * @param value A value, or a text in place of one, as TypeId::AddAttribute() takes for an initial
 * value.
 * @param checker Checker of the attribute.
 * @return The canonical text.
 */
std::string WriteAttribute(const AttributeValue& value, Ptr<const AttributeChecker> checker);

/**
 * @ingroup burst-core
 *
 * @param text A canonical text.
 * @param attribute The attribute.
 * @return Whether an object has that value when it was created and nothing was set.
 */
bool IsDefault(const std::string& text, const TypeId::AttributeInformation& attribute);

/**
 * @ingroup burst-core
 *
 * @param checker Checker of an attribute.
 * @return What an object has to be that the attribute takes, TypeId() if it takes none.
 */
TypeId GetObjectBase(Ptr<const AttributeChecker> checker);

/**
 * @ingroup burst-core
 *
 * @param checker Checker of an attribute.
 * @return The kind of value, "Double" for ns3::DoubleValue.
 */
std::string GetAttributeKind(Ptr<const AttributeChecker> checker);

/**
 * @ingroup burst-core
 *
 * @param checker Checker of an attribute.
 * @return What it allows, as "a number from 0 to 1".
 */
std::string DescribeAllowed(Ptr<const AttributeChecker> checker);

} // namespace ns3::burst

#endif /* BURST_CORE_ATTRIBUTE_TEXT_H */
