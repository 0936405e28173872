/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-compat.h"

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/inet-socket-address.h"
#include "ns3/uinteger.h"

namespace ns3::burst
{

bool
SetTypeOfService(const Ptr<Application>& application, uint8_t tos)
{
    if (application->SetAttributeFailSafe("Tos", UintegerValue(tos)))
    {
        return true;
    }
#if !__has_include("ns3/source-application.h") // before ns-3.44
    // UdpClient has RemoteAddress.
    for (const auto name : {"Remote", "RemoteAddress"})
    {
        AddressValue remote;
        if (application->GetAttributeFailSafe(name, remote) &&
            InetSocketAddress::IsMatchingType(remote.Get()))
        {
            auto address = InetSocketAddress::ConvertFrom(remote.Get());
            address.SetTos(tos);
            return application->SetAttributeFailSafe(name, AddressValue(address));
        }
    }
#endif
    return false;
}

} // namespace ns3::burst
