/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-refusal.h"

#include "burst-core-attribute-text.h"

#include "ns3/data-rate.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/type-id.h"

#include <cstdlib>
#include <execinfo.h>
#include <memory>
#include <stdexcept>
#include <string_view>

#if __has_include(<execinfo.h>)
#endif

namespace ns3::burst
{

NS_LOG_COMPONENT_DEFINE("BurstCoreRefusal");

namespace
{

/** Calls between the function of ns-3 that sets an attribute and IsSetFailSafe(), at most. */
constexpr int MAX_FRAMES = 24;

/** @return The objection to a value. */
std::string
WriteSentence(const ObjectBase& object,
              const TypeId::AttributeInformation& attribute,
              const AttributeValue& value,
              const std::string& objection)
{
    const auto help = attribute.help.substr(0, attribute.help.find_last_not_of(". ") + 1);
    return attribute.name + " of " + object.GetInstanceTypeId().GetName() + " cannot be '" +
           WriteAttribute(value, attribute.checker) + "': " + objection +
           (help.empty() ? "" : " (" + help + ")");
}

/** An accessor with an objection. */
class RefusingAccessor : public AttributeAccessor
{
  public:
    RefusingAccessor(Ptr<const AttributeAccessor> accessor, Objection objection)
        : m_accessor(accessor),
          m_objection(std::move(objection))
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        try
        {
            const auto objection = m_objection ? m_objection(*object) : "";
            if (!objection.empty())
            {
                return Refuse(*object, value, objection);
            }
            if (m_accessor->Set(object, value))
            {
                return true;
            }
            const auto pointer = dynamic_cast<const PointerValue*>(&value);
            // no accessor of ns-3 takes a null pointer, which many an attribute has by default
            return !(pointer && !pointer->GetObject()) &&
                   Refuse(*object, value, "the object does not take it now");
        }
        catch (const std::invalid_argument& refusal)
        {
            NS_LOG_LOGIC(refusal.what());
            if (IsSetFailSafe())
            {
                return false;
            }
            throw;
        }
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        return m_accessor->Get(object, value);
    }

    bool HasGetter() const override
    {
        return m_accessor->HasGetter();
    }

    bool HasSetter() const override
    {
        return m_accessor->HasSetter();
    }

  private:
    /** @return True if the value is the present one. @throw std::invalid_argument It is not. */
    bool Refuse(const ObjectBase& object,
                const AttributeValue& value,
                const std::string& objection) const
    {
        for (TypeId type = object.GetInstanceTypeId();; type = type.GetParent())
        {
            for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
            {
                const auto attribute = type.GetAttribute(i);
                if (PeekPointer(attribute.accessor) == this)
                {
                    if (IsPresent(object, attribute, value))
                    {
                        return true; // as a ConfigStore does, which sets all attributes
                    }
                    throw std::invalid_argument(WriteSentence(object, attribute, value, objection));
                }
            }
            if (!type.HasParent() || type == type.GetParent())
            {
                throw std::invalid_argument(
                    "an attribute of " + object.GetInstanceTypeId().GetName() + ": " + objection);
            }
        }
    }

    /** @return Whether an attribute has the value already. */
    bool IsPresent(const ObjectBase& object,
                   const TypeId::AttributeInformation& attribute,
                   const AttributeValue& value) const
    {
        const auto present = attribute.checker->Create();
        if (!m_accessor->HasGetter() || !m_accessor->Get(&object, *present))
        {
            return false;
        }
        if (const auto pointer = dynamic_cast<const PointerValue*>(&value))
        {
            return pointer->GetObject() == DynamicCast<PointerValue>(present)->GetObject();
        }
        return WriteAttribute(*present, attribute.checker) ==
               WriteAttribute(value, attribute.checker);
    }

    Ptr<const AttributeAccessor> m_accessor; //!< what sets and gets
    Objection m_objection;                   //!< asked first, if there is one
};

} // namespace

bool
IsSetFailSafe()
{
#if __has_include(<execinfo.h>)
    void* frames[MAX_FRAMES];
    const int count = backtrace(frames, MAX_FRAMES);
    const std::unique_ptr<char*, decltype(&std::free)> names(backtrace_symbols(frames, count),
                                                             std::free);
    for (int i = 0; names && i < count; ++i)
    {
        const auto has = [&names, count](int frame, std::string_view mangled) {
            return frame < count &&
                   std::string_view(names.get()[frame]).find(mangled) != std::string_view::npos;
        };
        if (has(i, "ObjectBase12SetAttributeE") || has(i, "AttributeText5SetOnE"))
        {
            return false;
        }
        if (has(i, "20SetAttributeFailSafeE") || has(i, "18SetDefaultFailSafeE"))
        {
            return !has(i + 1, "6Config10SetDefaultE"); // it ends the program if the other fails
        }
    }
#endif
    return false;
}

Ptr<const AttributeAccessor>
MakeRefusingAccessor(Ptr<const AttributeAccessor> accessor, Objection objection)
{
    return Create<RefusingAccessor>(accessor, std::move(objection));
}

namespace
{

/** Of rates above 0. */
class PositiveRateChecker : public AttributeChecker
{
  public:
    bool Check(const AttributeValue& value) const override
    {
        const auto rate = dynamic_cast<const DataRateValue*>(&value);
        return rate && rate->Get().GetBitRate() > 0;
    }

    std::string GetValueTypeName() const override
    {
        return "ns3::DataRateValue";
    }

    bool HasUnderlyingTypeInformation() const override
    {
        return true;
    }

    std::string GetUnderlyingTypeInformation() const override
    {
        return "ns3::DataRate 1bps:18446744073709551615";
    }

    Ptr<AttributeValue> Create() const override
    {
        return ns3::Create<DataRateValue>(DataRate(1));
    }

    bool Copy(const AttributeValue& source, AttributeValue& destination) const override
    {
        const auto from = dynamic_cast<const DataRateValue*>(&source);
        const auto to = dynamic_cast<DataRateValue*>(&destination);
        if (from && to)
        {
            *to = *from;
        }
        return from && to;
    }
};

} // namespace

Ptr<const AttributeChecker>
MakePositiveRateChecker()
{
    return Create<PositiveRateChecker>();
}

} // namespace ns3::burst
