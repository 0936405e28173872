/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-arbiter.h"

#include "ns3/log.h"
#include "ns3/servernet-network.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetArbiter");

NS_OBJECT_ENSURE_REGISTERED(ServerNetArbiter);

TypeId
ServerNetArbiter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ServerNetArbiter").SetParent<Object>().SetGroupName("ServerNet");
    return tid;
}

void
ServerNetArbiter::SetTraffic(const std::vector<double>& flits)
{
    if (flits.size() != ServerNetNetwork::ROUTER_PORTS)
    {
        throw std::invalid_argument("traffic is given from " + std::to_string(flits.size()) +
                                    " ports; a router has " +
                                    std::to_string(ServerNetNetwork::ROUTER_PORTS));
    }
    for (const double from : flits)
    {
        if (!std::isfinite(from) || from < 0)
        {
            throw std::invalid_argument("the traffic from a port is " + std::to_string(from) +
                                        "; allowed are finite numbers from 0 on");
        }
    }
    NS_LOG_FUNCTION(this);
    DoSetTraffic(flits);
    m_hasTraffic = true;
}

bool
ServerNetArbiter::HasTraffic() const
{
    return m_hasTraffic;
}

std::size_t
ServerNetArbiter::Choose(int64_t tick, const std::vector<Request>& requests)
{
    const std::size_t chosen = DoChoose(tick, requests);
    if (chosen >= requests.size())
    {
        throw std::runtime_error(GetInstanceTypeId().GetName() + " chose number " +
                                 std::to_string(chosen) + " of " + std::to_string(requests.size()) +
                                 " requests; allowed are indices of them, from 0");
    }
    NS_LOG_LOGIC("tick " << tick << ": packet " << requests[chosen].packet << " of input "
                         << requests[chosen].input << " is the choice of " << requests.size());
    return chosen;
}

int64_t
ServerNetArbiter::AssignStreams(int64_t /* stream */)
{
    return 0;
}

void
ServerNetArbiter::DoSetTraffic(const std::vector<double>& /* flits */)
{
}

} // namespace ns3
