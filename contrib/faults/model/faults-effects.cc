/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "faults-effects.h"

#include "faults-link-rate.h"
#include "faults-port-filter.h"

#include "ns3/channel.h"
#include "ns3/error-model.h"
#include "ns3/ipv4-routing-helper.h"
#include "ns3/ipv4-routing-table-entry.h"
#include "ns3/ipv4-static-routing.h"
#include "ns3/ipv4.h"
#include "ns3/pointer.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3::faults
{

namespace
{

/** @param device one end of a link @return all ends */
std::vector<Ptr<NetDevice>>
GetEnds(Ptr<NetDevice> device)
{
    const auto channel = device->GetChannel();
    std::vector<Ptr<NetDevice>> ends;
    for (std::size_t i = 0; channel && i < channel->GetNDevices(); ++i)
    {
        ends.push_back(channel->GetDevice(i));
    }
    return ends.empty() ? std::vector{device} : ends;
}

/** @param device of a node
 * @param attribute that it lacks; std::invalid_argument */
[[noreturn]] void
RefuseDevice(Ptr<NetDevice> device, const std::string& attribute)
{
    throw std::invalid_argument("the device of a fault is of type " +
                                device->GetInstanceTypeId().GetName() +
                                "; allowed are those with " + attribute);
}

/** Packets that rules drop. */
class Rules
{
  public:
    /** @param filter that drops
     * @param device by which the packets come or go, null: any */
    void Add(Ptr<PortFilter> filter, Ptr<NetDevice> device)
    {
        m_places.push_back({filter, device, 0});
    }

    /** @param rule to drop by everywhere; null: none any more */
    void Set(const PortRule* rule)
    {
        for (auto& place : m_places)
        {
            if (m_set)
            {
                place.filter->Unblock(place.number);
            }
            if (rule)
            {
                place.number = place.filter->Block(*rule, place.device);
            }
        }
        m_set = rule;
    }

  private:
    /** Where packets are dropped. */
    struct Place
    {
        Ptr<PortFilter> filter; //!< that drops
        Ptr<NetDevice> device;  //!< by which the packets come or go, null: any
        uint32_t number;        //!< of the rule
    };

    std::vector<Place> m_places; //!< where
    bool m_set{false};           //!< there are rules
};

/** A change of a routing table, and what it was before. */
class RouteChange
{
  public:
    /** @param route in place of the present ones */
    explicit RouteChange(const FaultRoute& route)
        : m_route(route)
    {
        const auto ipv4 = route.node->GetObject<Ipv4>();
        m_table = ipv4
                      ? Ipv4RoutingHelper::GetRouting<Ipv4StaticRouting>(ipv4->GetRoutingProtocol())
                      : nullptr;
        if (!m_table)
        {
            throw std::invalid_argument("the node of a route is " +
                                        std::to_string(route.node->GetId()) +
                                        "; allowed are nodes with static routing");
        }
        if (route.interface >= ipv4->GetNInterfaces())
        {
            throw std::invalid_argument("the interface of a route is " +
                                        std::to_string(route.interface) + "; allowed are 0 to " +
                                        std::to_string(ipv4->GetNInterfaces() - 1));
        }
    }

    /** @param changed whether packets take the other path */
    void Set(bool changed)
    {
        auto taken = Take();
        if (changed)
        {
            m_former = std::move(taken);
            m_table->AddNetworkRouteTo(m_route.network,
                                       m_route.mask,
                                       m_route.gateway,
                                       m_route.interface);
            return;
        }
        for (const auto& [entry, metric] : m_former)
        {
            m_table->AddNetworkRouteTo(m_route.network,
                                       m_route.mask,
                                       entry.GetGateway(),
                                       entry.GetInterface(),
                                       metric);
        }
    }

  private:
    using Entries = std::vector<std::pair<Ipv4RoutingTableEntry, uint32_t>>; //!< with metrics

    /** @return the entries for the network, which are removed */
    Entries Take()
    {
        Entries entries;
        for (uint32_t i = 0; i < m_table->GetNRoutes();)
        {
            const auto entry = m_table->GetRoute(i);
            if (entry.GetDestNetwork() == m_route.network &&
                entry.GetDestNetworkMask() == m_route.mask)
            {
                entries.emplace_back(entry, m_table->GetMetric(i));
                m_table->RemoveRoute(i);
            }
            else
            {
                ++i;
            }
        }
        return entries;
    }

    FaultRoute m_route;             //!< in place of the present ones
    Ptr<Ipv4StaticRouting> m_table; //!< that is changed
    Entries m_former;               //!< before the change
};

} // namespace

FaultEffect
MakeLinkDownEffect(Ptr<NetDevice> device)
{
    auto rules = std::make_shared<Rules>();
    for (const auto& end : GetEnds(device))
    {
        rules->Add(PortFilter::Of(end->GetNode()), end);
    }
    return [rules](const Fault* fault) {
        const PortRule all;
        rules->Set(fault ? &all : nullptr);
    };
}

FaultEffect
MakeHostDownEffect(Ptr<Node> node)
{
    auto rules = std::make_shared<Rules>();
    rules->Add(PortFilter::Of(node), nullptr);
    return [rules](const Fault* fault) {
        const PortRule all;
        rules->Set(fault ? &all : nullptr);
    };
}

FaultEffect
MakeBlockEffect(Ptr<Node> node)
{
    auto rules = std::make_shared<Rules>();
    rules->Add(PortFilter::Of(node), nullptr);
    return [rules](const Fault* fault) { rules->Set(fault ? &fault->rule : nullptr); };
}

FaultEffect
MakeRateEffect(Ptr<NetDevice> device)
{
    std::vector<Ptr<LinkRate>> rates;
    for (const auto& end : GetEnds(device))
    {
        rates.push_back(LinkRate::Of(end));
    }
    return [rates](const Fault* fault) {
        for (const auto& rate : rates)
        {
            rate->SetFault(
                fault ? std::optional(fault->value * (fault->relative ? rate->GetNominal() : 1))
                      : std::nullopt);
        }
    };
}

FaultEffect
MakeDelayEffect(Ptr<NetDevice> device)
{
    const auto channel = device->GetChannel();
    TimeValue former;
    if (!channel || !channel->GetAttributeFailSafe("Delay", former))
    {
        RefuseDevice(device, "a channel that has an attribute Delay");
    }
    return [channel, former = former.Get(), changed = false](const Fault* fault) mutable {
        if (!changed)
        {
            TimeValue now;
            channel->GetAttribute("Delay", now);
            former = now.Get();
        }
        changed = fault;
        channel->SetAttribute(
            "Delay",
            TimeValue(fault ? fault->delay + (fault->relative ? former : Time(0)) : former));
    };
}

FaultEffect
MakeLossEffect(Ptr<NetDevice> device, int64_t stream)
{
    PointerValue former;
    if (!device->GetAttributeFailSafe("ReceiveErrorModel", former))
    {
        RefuseDevice(device, "an attribute ReceiveErrorModel");
    }
    auto losses = CreateObject<RateErrorModel>();
    losses->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    losses->AssignStreams(stream);
    return [device, losses, former = former.GetObject(), changed = false](
               const Fault* fault) mutable {
        if (!changed)
        {
            PointerValue now;
            device->GetAttribute("ReceiveErrorModel", now);
            former = now.GetObject() == losses ? nullptr : now.GetObject();
        }
        changed = fault;
        losses->SetRate(fault ? fault->value : 0);
        // An attribute cannot be set to null again: without a former model this one stays,
        // disabled.
        const bool own = fault || !former;
        device->SetAttribute("ReceiveErrorModel", PointerValue(own ? Ptr<Object>(losses) : former));
        fault ? losses->Enable() : losses->Disable();
    };
}

FaultEffect
MakeRouteEffect(const std::vector<FaultRoute>& routes)
{
    std::vector<RouteChange> changes(routes.begin(), routes.end());
    return [changes, changed = false](const Fault* fault) mutable {
        if (changed != (fault != nullptr))
        {
            changed = fault;
            for (auto& change : changes)
            {
                change.Set(changed);
            }
        }
    };
}

FaultEffect
MakeServerEffect(Ptr<Object> server)
{
    auto* const faultable = dynamic_cast<Faultable*>(PeekPointer(server));
    if (!faultable)
    {
        throw std::invalid_argument("a server is of type " + server->GetInstanceTypeId().GetName() +
                                    "; allowed are types that are a Faultable");
    }
    return [server, faultable, state = -1](const Fault* fault) mutable {
        const int next = fault ? static_cast<int>(fault->kind) : -1;
        if (next == state)
        {
            return;
        }
        state = next;
        switch (next)
        {
        case Fault::CRASH:
            faultable->Crash();
            break;
        case Fault::HANG:
            faultable->Hang();
            break;
        default:
            faultable->Recover();
            break;
        }
    };
}

} // namespace ns3::faults
