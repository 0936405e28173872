/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../contrib/burst-core/model/traces/burst-core-trace-signatures.h"
#include "walk.h"

#include "ns3/atm-abr-module.h"
#include "ns3/burst-traffic-module.h"
#include "ns3/faults-module.h"
#include "ns3/iepm-module.h"
#include "ns3/l2-notification-module.h"
#include "ns3/lossless-ethernet-module.h"
#include "ns3/netflow-module.h"
#include "ns3/packet.h"
#include "ns3/path-measurement-module.h"
#include "ns3/pfabric-module.h"
#include "ns3/qbss-module.h"
#include "ns3/queue-item.h"
#include "ns3/servernet-module.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <map>
#include <string>

namespace walk
{

namespace
{

/** Callbacks of a signature. */
struct Pair
{
    CallbackBase plain;       //!< without context
    CallbackBase withContext; //!< with context
};

using Make = Pair (*)(std::function<void()>);

/** @param note to call @return callbacks of a signature */
template <typename... Args>
Pair
MakePair(std::function<void()> note)
{
    return {Callback<void, Args...>([note](Args...) { note(); }),
            Callback<void, std::string, Args...>([note](std::string, Args...) { note(); })};
}

/** @param table to be added to */
template <typename... Args>
void
Add(std::map<std::string, Make>& table)
{
    table[burst::GetClassName(typeid(TracedCallback<Args...>))] = &MakePair<Args...>;
}

/** @param table to be added to */
template <typename T>
void
AddValue(std::map<std::string, Make>& table)
{
    table[burst::GetClassName(typeid(TracedValue<T>))] = &MakePair<T, T>;
}

/** @return by class of a trace source what makes callbacks for it */
const std::map<std::string, Make>&
GetTable()
{
    static const auto filled = [] {
        std::map<std::string, Make> table;
        Add<>(table);
        Add<double>(table);
        Add<double, double>(table);
        Add<double, uint16_t>(table);
        Add<uint32_t, uint32_t>(table);
        Add<uint64_t>(table);
        Add<uint64_t, uint64_t>(table);
        Add<uint64_t, bool>(table);
        Add<uint64_t, Time>(table);
        Add<uint64_t, const traffic::HurstEstimate&>(table);
        Add<Time>(table);
        Add<uint8_t, Ipv4Address, double>(table);
        Add<uint8_t, Ipv4Address, Time>(table);
        Add<uint16_t, Time>(table);
        Add<uint32_t, uint8_t, double>(table);
        Add<uint32_t, const Time&, double>(table);
        Add<uint32_t, int64_t, Ptr<const Packet>>(table);
        Add<uint32_t, Ptr<const QueueDiscItem>>(table);
        Add<uint32_t, Ptr<const QueueDiscItem>, Time>(table);
        Add<const Time&, uint8_t, const Time&>(table);
        Add<Ptr<const Packet>>(table);
        Add<Ptr<const Packet>, const Address&>(table);
        Add<const Ipv4Header&, Ptr<const Packet>, Ptr<const NetDevice>>(table);
        Add<const std::string&>(table);
        Add<const std::string&, Time>(table);
        Add<const std::string&, const MeasurementResult&>(table);
        Add<const std::string&, uint16_t>(table);
        Add<const std::string&, uint64_t>(table);
        Add<const std::string&, uint32_t, uint32_t>(table);
        Add<const std::string&, const std::string&>(table);
        Add<const std::string&, const std::string&, uint64_t>(table);
        Add<const ServerNetPacket&>(table);
        Add<const ServerNetPacket&, int64_t>(table);
        Add<const ServerNetPacket&, int64_t, const std::string&>(table);
        Add<const ServerNetEngine::Hop&>(table);
        Add<const ServerNetEngine::Stall&>(table);
        Add<const ServerNetNetDevice::Transaction&>(table);
        Add<const ServerNetNetDevice::Transaction&, int64_t>(table);
        Add<const LosslessFrame&, int64_t>(table);
        Add<const lossless::CongestionMessage&>(table);
        Add<Mac48Address, const lossless::CongestionMessage&>(table);
        Add<const PFabricFrame&>(table);
        Add<const PFabricFlow&>(table);
        Add<const PFabricMessageRecord&>(table);
        Add<const PFabricMessageRecord&, bool>(table);
        Add<const PFabricMessageRecord&, double, double>(table);
        Add<const PFabricMessageRecord&, uint32_t>(table);
        Add<const PFabricMessageRecord&, uint32_t, uint32_t>(table);
        Add<const MeasurementResult&>(table);
        Add<const iepm::MeasurementRecord&>(table);
        Add<const iepm::MeasurementRecord&, const iepm::ForecastBook::Row&>(table);
        Add<const iepm::MeasurementProblem&>(table);
        Add<const faults::Fault&>(table);
        Add<const iepm::CycleRecord&>(table);
        Add<const NetflowRecord&>(table);
        Add<const measurement::WindowTrial&>(table);
        Add<const iepm::SteeringLaw::Step&, const std::string&>(table);
        AddValue<double>(table);
        AddValue<uint32_t>(table);
        AddValue<uint64_t>(table);
        return table;
    }();
    return filled;
}

} // namespace

AnySink::AnySink(Ptr<Object> object,
                 const TypeId::TraceSourceInformation& source,
                 std::function<void()> note)
    : m_object(object),
      m_source(source)
{
    const auto found = GetTable().find(burst::GetTraceSourceClass(*source.accessor));
    if (found != GetTable().end())
    {
        const auto pair = found->second(std::move(note));
        m_plain = pair.plain;
        m_withContext = pair.withContext;
        m_known = true;
    }
}

bool
AnySink::IsKnown() const
{
    return m_known;
}

bool
AnySink::Connect(bool context) const
{
    auto* const object = PeekPointer(m_object);
    return context ? m_source.accessor->Connect(object, "here", m_withContext)
                   : m_source.accessor->ConnectWithoutContext(object, m_plain);
}

bool
AnySink::Disconnect(bool context) const
{
    auto* const object = PeekPointer(m_object);
    return context ? m_source.accessor->Disconnect(object, "here", m_withContext)
                   : m_source.accessor->DisconnectWithoutContext(object, m_plain);
}

} // namespace walk
