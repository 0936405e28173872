/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-arbiter-oldest-first.h"

#include <algorithm>

namespace ns3
{

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

} // namespace ns3
