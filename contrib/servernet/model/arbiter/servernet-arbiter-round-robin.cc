/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-arbiter-round-robin.h"

#include <algorithm>

namespace ns3
{

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

} // namespace ns3
