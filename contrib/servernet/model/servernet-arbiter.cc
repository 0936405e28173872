/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-arbiter.h"

namespace ns3
{

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
    DoSetTraffic(flits);
}

std::size_t
ServerNetArbiter::Choose(int64_t tick, const std::vector<Request>& requests)
{
    return DoChoose(tick, requests);
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
