/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_PARAMETER_ACCESSOR_H
#define LOSSLESS_ETHERNET_PARAMETER_ACCESSOR_H

#include "ns3/attribute-accessor-helper.h"
#include "ns3/data-rate.h"
#include "ns3/enum.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <type_traits>
#include <utility>

namespace ns3::lossless
{

/**
 * @ingroup lossless-ethernet
 * The EnumValue of an enumeration in every release of ns-3.
 * @tparam Enumeration the enumeration
 */
template <typename Enumeration>
using EnumerationValue = decltype(EnumValue(std::declval<Enumeration>()));

/**
 * @ingroup lossless-ethernet
 * @brief An attribute that is a field of the parameters of a law: times are in ns, rates in bits
 * per second.
 * @tparam Owner class with the attribute
 * @tparam Value of the attribute
 * @tparam Parameters of the law
 * @tparam Field type of the field
 */
template <typename Owner, typename Value, typename Parameters, typename Field>
class ParameterAccessor : public AccessorHelper<Owner, Value>
{
  public:
    /** @param parameters of the owner @param field of them */
    ParameterAccessor(Parameters Owner::* parameters, Field Parameters::* field)
        : m_parameters(parameters),
          m_field(field)
    {
    }

    bool HasGetter() const override
    {
        return true;
    }

    bool HasSetter() const override
    {
        return true;
    }

  private:
    bool DoSet(Owner* object, const Value* value) const override
    {
        Field& field = object->*m_parameters.*m_field;
        if constexpr (std::is_same_v<Value, TimeValue>)
        {
            field = value->Get().GetNanoSeconds();
        }
        else if constexpr (std::is_same_v<Value, DataRateValue>)
        {
            field = static_cast<Field>(value->Get().GetBitRate());
        }
        else
        {
            field = static_cast<Field>(value->Get());
        }
        return true;
    }

    bool DoGet(const Owner* object, Value* value) const override
    {
        const Field& field = object->*m_parameters.*m_field;
        if constexpr (std::is_same_v<Value, TimeValue>)
        {
            value->Set(NanoSeconds(field));
        }
        else if constexpr (std::is_same_v<Value, DataRateValue>)
        {
            value->Set(DataRate(static_cast<uint64_t>(field)));
        }
        else
        {
            value->Set(field);
        }
        return true;
    }

    Parameters Owner::* m_parameters; //!< of the owner
    Field Parameters::* m_field;      //!< of the parameters
};

/**
 * @ingroup lossless-ethernet
 * @tparam Value of the attribute
 * @tparam Owner class with the attribute
 * @tparam Parameters of the law
 * @tparam Field type of the field
 * @param parameters of the owner
 * @param field of them
 * @return a ParameterAccessor
 */
template <typename Value, typename Owner, typename Parameters, typename Field>
Ptr<const AttributeAccessor>
MakeParameterAccessor(Parameters Owner::* parameters, Field Parameters::* field)
{
    using Accessor = ParameterAccessor<Owner, Value, Parameters, Field>;
    return Ptr<const AttributeAccessor>(new Accessor(parameters, field), false);
}

} // namespace ns3::lossless

#endif // LOSSLESS_ETHERNET_PARAMETER_ACCESSOR_H
