/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_TRACE_ACCESSOR_H
#define BURST_CORE_TRACE_ACCESSOR_H

#include "burst-core-trace-listener.h"

#include "ns3/callback.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <memory>
#include <type_traits>
#include <typeinfo>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * The value of a firing, from its arguments in any order: the bytes of a packet, of a queue item or
 * of a record with a member `bytes`; else the first double or DataRate (bit/s); else the last Time
 * (ns); else the first integer, enumerator or bool; else 1.
 */
class FiringValue
{
  public:
    /**
     * @tparam Args types of the arguments
     * @param args arguments of a firing
     * @return its value
     */
    template <typename... Args>
    static double Get(const Args&... args)
    {
        FiringValue best;
        (best.Take(args), ...);
        return best.m_value;
    }

  private:
    /// Kinds of arguments, the one that has the value last.
    enum Kind
    {
        OTHER,
        INTEGER,
        TIME,
        REAL,
        BYTES
    };

    template <typename T, typename = void>
    struct HasSize : std::false_type
    {
    };

    template <typename T>
    struct HasSize<Ptr<T>, std::void_t<decltype(std::declval<const T&>().GetSize())>>
        : std::true_type
    {
    };

    template <typename T, typename = void>
    struct HasBytes : std::false_type
    {
    };

    template <typename T>
    struct HasBytes<T, std::void_t<decltype(std::declval<const T&>().bytes + 0.0)>> : std::true_type
    {
    };

    /** Keep the value of an argument if its kind has it. @param argument any */
    template <typename T>
    void Take(const T& argument)
    {
        if constexpr (HasSize<T>::value)
        {
            Keep(BYTES, argument ? static_cast<double>(argument->GetSize()) : 0);
        }
        else if constexpr (HasBytes<T>::value)
        {
            Keep(BYTES, static_cast<double>(argument.bytes));
        }
        else if constexpr (std::is_same_v<T, DataRate>)
        {
            Keep(REAL, static_cast<double>(argument.GetBitRate()));
        }
        else if constexpr (std::is_same_v<T, Time>)
        {
            m_kind = m_kind == TIME ? INTEGER : m_kind; // the last one counts
            Keep(TIME, static_cast<double>(argument.GetNanoSeconds()));
        }
        else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
        {
            Keep(std::is_floating_point_v<T> ? REAL : INTEGER, static_cast<double>(argument));
        }
    }

    /**
     * @param kind of an argument
     * @param value of it
     */
    void Keep(Kind kind, double value)
    {
        if (kind > m_kind)
        {
            m_kind = kind;
            m_value = value;
        }
    }

    Kind m_kind{OTHER}; //!< of the argument that has the value
    double m_value{1};  //!< of the firing
};

/// Makes a callback of one signature for a listener.
using MakeListenerCallback = CallbackBase (*)(const std::shared_ptr<TraceListener>&);

/**
 * @ingroup burst-core
 *
 * Makes the signature of trace sources known to TraceSource::Connect().
 *
 * @param source class of the sources, a TracedCallback
 * @param make makes callbacks of the signature
 */
void AddTraceSignature(const std::type_info& source, MakeListenerCallback make);

/**
 * @ingroup burst-core
 *
 * @param source a trace source of a TypeId
 * @return whether TraceSource::Connect() knows its signature
 */
bool IsKnownTraceSignature(const TypeId::TraceSourceInformation& source);

/**
 * @ingroup burst-core
 *
 * As ns3::MakeTraceSourceAccessor(), for a source of any arguments: TraceSource::Connect() knows
 * it, and so recorders and monitors do. A firing has the value of FiringValue.
 *
 * @tparam Class class of the objects
 * @tparam Args arguments of the source
 * @param source the source, a member
 * @return the accessor
 */
template <typename Class, typename... Args>
Ptr<const TraceSourceAccessor>
MakeTraceSourceAccessor(TracedCallback<Args...> Class::* source)
{
    AddTraceSignature(typeid(TracedCallback<Args...>),
                      [](const std::shared_ptr<TraceListener>& listener) -> CallbackBase {
                          return Callback<void, Args...>([listener](Args... args) {
                              listener->Fire(FiringValue::Get(args...));
                          });
                      });
    return ns3::MakeTraceSourceAccessor(source);
}

} // namespace ns3::burst

#endif // BURST_CORE_TRACE_ACCESSOR_H
