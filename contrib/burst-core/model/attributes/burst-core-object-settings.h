/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_OBJECT_SETTINGS_H
#define BURST_CORE_OBJECT_SETTINGS_H

#include "burst-core-attribute-text.h"

#include "ns3/attribute.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * Attribute values for objects that a helper makes, one for each device or node. Unlike an
 * ObjectFactory, the settings give each object its own objects in its attributes: a text, such as
 * "ns3::DropTailQueue<Packet>[MaxSize=10p]", makes a new one for each.
 */
class ObjectSettings
{
  public:
    /** @param type Of the objects, or an ancestor of their types. */
    explicit ObjectSettings(TypeId type);

    /**
     * @param name Name of a settable attribute; a value given before is replaced.
     * @param value Value for the attribute, or a text. An object (PointerValue) serves one object
     * only.
     * @throw std::invalid_argument No such attribute, or a value that is not allowed; the sentence
     * says what is.
     */
    void Set(const std::string& name, const AttributeValue& value);

    /**
     * @param object Gets the values, with new objects.
     * @throw std::invalid_argument A setter refuses its value, or an object that was given is in
     * use already.
     */
    void Apply(ObjectBase& object) const;

    /** @tparam T A class of the object. @return A new object of the type, with Apply(). */
    template <typename T>
    Ptr<T> Create() const
    {
        ObjectFactory factory;
        factory.SetTypeId(m_type);
        auto object = factory.Create<T>();
        Apply(*object);
        return object;
    }

  private:
    /** A value. */
    struct Setting
    {
        TypeId::AttributeInformation attribute; //!< which it is for
        AttributeText value;                    //!< what is made
        std::shared_ptr<bool> used;             //!< whether the object that was given is; or null
    };

    TypeId m_type;                   //!< of the objects
    std::vector<Setting> m_settings; //!< in their order
};

} // namespace ns3::burst

#endif // BURST_CORE_OBJECT_SETTINGS_H
