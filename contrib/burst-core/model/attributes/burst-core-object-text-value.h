/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_OBJECT_TEXT_VALUE_H
#define BURST_CORE_OBJECT_TEXT_VALUE_H

#include "burst-core-object-text.h"

#include "ns3/attribute-helper.h"

#include <string>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * Value of an attribute that says which objects are made: one for each device, or one when the
 * network is built. An attribute of kind Pointer holds one object, made when the attribute is set;
 * one of kind ObjectFactory does not know the base of its type, and objects it makes share those in
 * their attributes.
 */
class ObjectTextValue : public AttributeValue
{
  public:
    ObjectTextValue() = default;

    /** @param value The value. */
    explicit ObjectTextValue(const ObjectText& value);

    /** @param value The value. */
    void Set(const ObjectText& value);

    /** @return The value. */
    ObjectText Get() const;

    /** @param value Where it goes. @return true */
    bool GetAccessor(ObjectText& value) const;

    Ptr<AttributeValue> Copy() const override;
    std::string SerializeToString(Ptr<const AttributeChecker> checker) const override;
    /** @return false for what ObjectText refuses if IsSetFailSafe()
     * @throw std::invalid_argument See ObjectText. */
    bool DeserializeFromString(std::string text, Ptr<const AttributeChecker> checker) override;

  private:
    ObjectText m_value;
};

ATTRIBUTE_ACCESSOR_DEFINE(ObjectText);

/**
 * @ingroup burst-core
 *
 * Checker of such an attribute, which knows the base of the types.
 */
class ObjectTextChecker : public AttributeChecker
{
  public:
    /**
     * @param base Says what the objects have to be, which may be the type that is being described.
     * @param optional Whether the text may be empty, for no object.
     */
    ObjectTextChecker(TypeId (*base)(), bool optional);

    TypeId GetBase() const; //!< @return What the objects have to be.

    /**
     * @param text A text.
     * @return The text, read.
     * @throw std::invalid_argument See ObjectText.
     */
    ObjectText Read(const std::string& text) const;

    bool Check(const AttributeValue& value) const override;
    std::string GetValueTypeName() const override;
    bool HasUnderlyingTypeInformation() const override;
    std::string GetUnderlyingTypeInformation() const override;
    Ptr<AttributeValue> Create() const override;
    bool Copy(const AttributeValue& source, AttributeValue& destination) const override;

  private:
    TypeId (*m_base)();
    bool m_optional;
};

/**
 * @ingroup burst-core
 *
 * @tparam T What the objects have to be.
 * @param optional Whether the text may be empty, for no object.
 * @return The checker for TypeId::AddAttribute().
 */
template <typename T>
Ptr<const AttributeChecker>
MakeObjectTextChecker(bool optional = false)
{
    return Create<ObjectTextChecker>(&T::GetTypeId, optional);
}

} // namespace ns3::burst

#endif /* BURST_CORE_OBJECT_TEXT_VALUE_H */
