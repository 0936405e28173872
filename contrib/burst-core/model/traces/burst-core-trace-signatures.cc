/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-trace-signatures.h"

#include "burst-core-sinks.h"
#include "burst-core-trace-accessor.h"

#include "ns3/address.h"
#include "ns3/data-rate.h"
#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/packet-burst.h"
#include "ns3/packet.h"
#include "ns3/queue-item.h"
#include "ns3/sequence-number.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdlib>
#include <cxxabi.h>
#include <map>

namespace ns3::burst
{

NS_LOG_COMPONENT_DEFINE("BurstCoreTraceSignatures");

namespace
{

/// The value of a firing by its (first) argument: a number as it is, Time in ns, DataRate in bit/s,
/// a packet in bytes.
template <typename T>
double
GetValue(const T& number)
{
    return static_cast<double>(number);
}

double
GetValue(const Time& time)
{
    return static_cast<double>(time.GetNanoSeconds());
}

double
GetValue(const DataRate& rate)
{
    return static_cast<double>(rate.GetBitRate());
}

double
GetValue(const SequenceNumber32& number)
{
    return number.GetValue();
}

template <typename T>
double
GetValue(const Ptr<T>& packet)
{
    return packet->GetSize();
}

/// By class of the source.
using Signatures = std::map<std::string, MakeListenerCallback>;

/**
 * Sources whose first argument has the value.
 *
 * @tparam T that argument
 * @tparam Rest the others
 */
template <typename T, typename... Rest>
void
AddEvent(Signatures& signatures)
{
    signatures[GetClassName(typeid(TracedCallback<T, Rest...>))] =
        [](const std::shared_ptr<TraceListener>& listener) -> CallbackBase {
        return Callback<void, T, Rest...>(
            [listener](T value, Rest...) { listener->Fire(GetValue(value)); });
    };
}

/**
 * Sources of the old and the new value.
 *
 * @tparam Source their class
 * @tparam T type of the value
 */
template <typename Source, typename T>
void
AddChange(Signatures& signatures)
{
    signatures[GetClassName(typeid(Source))] =
        [](const std::shared_ptr<TraceListener>& listener) -> CallbackBase {
        return Callback<void, T, T>([listener](T oldValue, T newValue) {
            listener->Change(GetValue(oldValue), GetValue(newValue));
        });
    };
}

/// Numbers, as the only argument and as traced values. @tparam Ts their types
template <typename... Ts>
void
AddNumbers(Signatures& events, Signatures& pairs)
{
    (AddEvent<Ts>(events), ...);
    (AddChange<TracedValue<Ts>, Ts>(events), ...);
    (AddChange<TracedCallback<Ts, Ts>, Ts>(pairs), ...);
}

/// Packets, or what holds one, and perhaps more. @tparam Rest what more
template <typename... Rest>
void
AddPackets(Signatures& events)
{
    AddEvent<Ptr<const Packet>, Rest...>(events);
    AddEvent<Ptr<Packet>, Rest...>(events);
}

/// The signatures that are known.
struct KnownSignatures
{
    KnownSignatures()
    {
        AddNumbers<bool,
                   int8_t,
                   uint8_t,
                   int16_t,
                   uint16_t,
                   int32_t,
                   uint32_t,
                   int64_t,
                   uint64_t,
                   double,
                   Time,
                   DataRate>(events, pairs);
        AddChange<TracedValue<SequenceNumber32>, SequenceNumber32>(events);
        AddChange<TracedCallback<SequenceNumber32, SequenceNumber32>, SequenceNumber32>(pairs);
        AddPackets<>(events);
        AddPackets<const Address&>(events);
        AddPackets<const Address&, const Address&>(events);
        AddEvent<Ptr<const QueueItem>>(events);
        AddEvent<Ptr<const QueueDiscItem>>(events);
        AddEvent<Ptr<const QueueDiscItem>, const char*>(events);
        AddEvent<Ptr<const PacketBurst>>(events);
        AddEvent<Ptr<PacketBurst>>(events);
        AddEvent<const Time&, const Address&>(events);
        events[GetClassName(typeid(TracedCallback<>))] =
            [](const std::shared_ptr<TraceListener>& listener) -> CallbackBase {
            return Callback<void>([listener]() { listener->Fire(1); });
        };
    }

    Signatures events;
    Signatures pairs; ///< of two equal numbers, which may be an old and a new value
};

/** @return signatures that modules have added; in a function because they do so before main() */
Signatures&
GetAdded()
{
    static Signatures added;
    return added;
}

/** @param source of an object @return what makes a callback for it; null: nothing does */
MakeListenerCallback
FindSignature(const TypeId::TraceSourceInformation& source)
{
    static const KnownSignatures known;
    const bool isChange = source.callback.find("TracedValue") != std::string::npos ||
                          source.callback == "ns3::Packet::SizeTracedCallback";
    const std::string type = GetTraceSourceClass(*source.accessor);
    const Signatures& added = GetAdded();
    for (const Signatures* signatures : {&known.events, isChange ? &known.pairs : &added, &added})
    {
        if (const auto found = signatures->find(type); found != signatures->end())
        {
            return found->second;
        }
    }
    NS_LOG_LOGIC(source.name << " is a source of class '" << type << "', which is not known");
    return nullptr;
}

} // namespace

void
AddTraceSignature(const std::type_info& source, MakeListenerCallback make)
{
    GetAdded()[GetClassName(source)] = make;
}

std::string
GetClassName(const std::type_info& type)
{
    const std::unique_ptr<char, decltype(&std::free)> name(
        abi::__cxa_demangle(type.name(), nullptr, nullptr, nullptr),
        std::free);
    return name ? name.get() : type.name();
}

std::string
GetTraceSourceClass(const TraceSourceAccessor& accessor)
{
    if (const auto* sinks = dynamic_cast<const SinkAccessor*>(&accessor))
    {
        return GetTraceSourceClass(sinks->GetPlain());
    }
    // The accessor is a class within ns3::DoMakeTraceSourceAccessor<class of the object, of the
    // source>().
    const std::string name = GetClassName(typeid(accessor));
    const std::string function = "ns3::DoMakeTraceSourceAccessor<";
    const auto found = name.find(function);
    auto begin = std::string::npos; // of the class of the source
    int depth = 0;
    for (auto i = found == std::string::npos ? name.size() : found + function.size();
         i < name.size();
         ++i)
    {
        if (depth == 0 && begin == std::string::npos && name[i] == ',')
        {
            begin = i + 2;
        }
        else if (depth == 0 && i >= begin && (name[i] == '>' || name[i] == ' '))
        {
            return name.substr(begin, i - begin);
        }
        depth += name[i] == '<' || name[i] == '(' ? 1 : name[i] == '>' || name[i] == ')' ? -1 : 0;
    }
    return "";
}

bool
IsKnownTraceSignature(const TypeId::TraceSourceInformation& source)
{
    return FindSignature(source);
}

bool
ConnectKnownSignature(Ptr<Object> object,
                      const TypeId::TraceSourceInformation& source,
                      const std::shared_ptr<TraceListener>& listener)
{
    const auto make = FindSignature(source);
    return make && source.accessor->ConnectWithoutContext(PeekPointer(object), make(listener));
}

} // namespace ns3::burst
