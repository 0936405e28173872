/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-arbiter-first-come.h"

#include <algorithm>

namespace ns3
{

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

} // namespace ns3
