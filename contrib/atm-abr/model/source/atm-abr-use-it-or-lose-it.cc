/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-use-it-or-lose-it.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AbrUseItOrLoseIt");

NS_OBJECT_ENSURE_REGISTERED(AbrUseItOrLoseIt);

TypeId
AbrUseItOrLoseIt::GetTypeId()
{
    static TypeId tid = TypeId("ns3::AbrUseItOrLoseIt").SetParent<Object>().SetGroupName("AtmAbr");
    return tid;
}

std::unique_ptr<AbrUseItOrLoseItRule>
AbrUseItOrLoseIt::MakeRule() const
{
    NS_LOG_FUNCTION(this);
    return DoMakeRule();
}

} // namespace ns3
