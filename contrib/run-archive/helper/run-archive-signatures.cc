/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-signatures.h"

#include "run-archive-trace-callback.h"

#include "ns3/address.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/packet-burst.h"
#include "ns3/packet.h"
#include "ns3/queue-disc.h"
#include "ns3/queue-item.h"
#include "ns3/sequence-number.h"
#include "ns3/trace-source-accessor.h"

namespace ns3
{

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

/// Tries signatures on one trace source.
class Matcher
{
  public:
    Matcher(Ptr<Object> object,
            const TypeId::TraceSourceInformation& source,
            const std::shared_ptr<TraceListener>& listener)
        : m_object(object),
          m_source(source),
          m_listener(listener)
    {
    }

    /// Sources without argument: each firing has the value 1.
    bool TryVoid() const
    {
        return Try(TraceCallback<>::Make([listener = m_listener]() { listener->Fire(1); }));
    }

    /// Sources whose first argument has the value. @tparam T that argument @tparam Rest the others
    template <typename T, typename... Rest>
    bool TryEvent() const
    {
        return Try(TraceCallback<T, Rest...>::Make(
            [listener = m_listener](T value, Rest...) { listener->Fire(GetValue(value)); }));
    }

    /// Sources of one argument, of any of these types. @tparam Ts the types
    template <typename... Ts>
    bool TryEvents() const
    {
        return (TryEvent<Ts>() || ...);
    }

    /// Sources of the old and the new value, of any of these types. @tparam Ts the types
    template <typename... Ts>
    bool TryChanges() const
    {
        return (Try(TraceCallback<Ts, Ts>::Make([listener = m_listener](Ts oldValue, Ts newValue) {
                    listener->Change(GetValue(oldValue), GetValue(newValue));
                })) ||
                ...);
    }

    /// Sources of a packet or something that holds one, and perhaps more. @tparam Rest what more
    template <typename... Rest>
    bool TryPackets() const
    {
        return TryEvent<Ptr<const Packet>, Rest...>() || TryEvent<Ptr<Packet>, Rest...>();
    }

  private:
    bool Try(const CallbackBase& callback) const
    {
        try
        {
            return m_source.accessor->ConnectWithoutContext(PeekPointer(m_object), callback);
        }
        catch (const SignatureMismatch&)
        {
            return false;
        }
    }

    Ptr<Object> m_object;
    const TypeId::TraceSourceInformation& m_source;
    std::shared_ptr<TraceListener> m_listener;
};

} // namespace

bool
ConnectKnownSignature(Ptr<Object> object,
                      const TypeId::TraceSourceInformation& source,
                      const std::shared_ptr<TraceListener>& listener)
{
    const Matcher matcher(object, source, listener);
    const bool isChange = source.callback.find("TracedValue") != std::string::npos ||
                          source.callback == "ns3::Packet::SizeTracedCallback";
    return (isChange && (matcher.TryChanges<bool,
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
                                            DataRate,
                                            SequenceNumber32>())) ||
           matcher.TryPackets<>() || matcher.TryPackets<const Address&>() ||
           matcher.TryPackets<const Address&, const Address&>() ||
           matcher.TryEvents<Ptr<const QueueItem>,
                             Ptr<const QueueDiscItem>,
                             Ptr<const PacketBurst>,
                             Ptr<PacketBurst>>() ||
           matcher.TryEvent<Ptr<const QueueDiscItem>, const char*>() ||
           matcher.TryEvents<bool,
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
                             DataRate>() ||
           matcher.TryEvent<const Time&, const Address&>() || matcher.TryVoid();
}

} // namespace ns3
