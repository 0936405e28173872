/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-arbiters.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetRandomArbiter");

NS_OBJECT_ENSURE_REGISTERED(ServerNetFirstComeArbiter);

TypeId
ServerNetFirstComeArbiter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ServerNetFirstComeArbiter")
                            .SetParent<ServerNetArbiter>()
                            .SetGroupName("ServerNet")
                            .AddConstructor<ServerNetFirstComeArbiter>();
    return tid;
}

std::size_t
ServerNetFirstComeArbiter::DoChoose(int64_t /* tick */, const std::vector<Request>& requests)
{
    return std::min_element(requests.begin(),
                            requests.end(),
                            [](const auto& a, const auto& b) { return a.tick < b.tick; }) -
           requests.begin();
}

NS_OBJECT_ENSURE_REGISTERED(ServerNetOldestFirstArbiter);

TypeId
ServerNetOldestFirstArbiter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ServerNetOldestFirstArbiter")
                            .SetParent<ServerNetArbiter>()
                            .SetGroupName("ServerNet")
                            .AddConstructor<ServerNetOldestFirstArbiter>();
    return tid;
}

std::size_t
ServerNetOldestFirstArbiter::DoChoose(int64_t /* tick */, const std::vector<Request>& requests)
{
    return std::min_element(
               requests.begin(),
               requests.end(),
               [](const auto& a, const auto& b) { return a.createTick < b.createTick; }) -
           requests.begin();
}

NS_OBJECT_ENSURE_REGISTERED(ServerNetRoundRobinArbiter);

TypeId
ServerNetRoundRobinArbiter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ServerNetRoundRobinArbiter")
                            .SetParent<ServerNetArbiter>()
                            .SetGroupName("ServerNet")
                            .AddConstructor<ServerNetRoundRobinArbiter>();
    return tid;
}

std::size_t
ServerNetRoundRobinArbiter::DoChoose(int64_t /* tick */, const std::vector<Request>& requests)
{
    // Inputs before m_next wrap around and come last.
    const auto chosen =
        std::min_element(requests.begin(), requests.end(), [this](const auto& a, const auto& b) {
            return a.input - m_next < b.input - m_next;
        });
    m_next = chosen->input + 1;
    return chosen - requests.begin();
}

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
