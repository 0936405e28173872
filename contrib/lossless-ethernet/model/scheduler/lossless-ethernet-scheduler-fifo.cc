/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-scheduler-fifo.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FifoScheduler);

TypeId
FifoScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FifoScheduler")
                            .SetParent<SwitchScheduler>()
                            .SetGroupName("LosslessEthernet")
                            .AddConstructor<FifoScheduler>();
    return tid;
}

bool
FifoScheduler::HasVirtualOutputQueues() const
{
    return false;
}

} // namespace ns3
