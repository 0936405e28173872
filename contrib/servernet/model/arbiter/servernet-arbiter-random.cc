/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-arbiter-random.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetRandomArbiter");

NS_OBJECT_ENSURE_REGISTERED(ServerNetRandomArbiter);

TypeId
ServerNetRandomArbiter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ServerNetRandomArbiter")
                            .SetParent<ServerNetArbiter>()
                            .SetGroupName("ServerNet")
                            .AddConstructor<ServerNetRandomArbiter>();
    return tid;
}

ServerNetRandomArbiter::ServerNetRandomArbiter()
    : m_random(traffic::StreamRandom::Assigned(-1))
{
}

int64_t
ServerNetRandomArbiter::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_random = traffic::StreamRandom::Assigned(stream);
    return 1;
}

std::size_t
ServerNetRandomArbiter::DoChoose(int64_t /* tick */, const std::vector<Request>& requests)
{
    return requests.size() > 1 ? m_random.Below(requests.size()) : 0;
}

} // namespace ns3
