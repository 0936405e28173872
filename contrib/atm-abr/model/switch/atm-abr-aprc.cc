/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-aprc.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AprcAlgorithm);

TypeId
AprcAlgorithm::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::AprcAlgorithm")
            .SetParent<EprcaFamilyAlgorithm>()
            .SetGroupName("AtmAbr")
            .AddConstructor<AprcAlgorithm>()
            .AddAttribute("GrowthCells",
                          "K, the ABR cells from one look at the queue to the "
                          "next, more than can arrive at once.",
                          UintegerValue(100),
                          burst::MakeAccessorUntil(MakeUintegerAccessor(&AprcAlgorithm::m_cells),
                                                   &AbrSwitchAlgorithm::IsStarted,
                                                   "its port starts"),
                          MakeUintegerChecker<uint32_t>(2));
    return tid;
}

void
AprcAlgorithm::DoStart()
{
    m_queue = 0;
    m_grown = false;
    EprcaFamilyAlgorithm::DoStart();
}

bool
AprcAlgorithm::IsCongested(int64_t /* queue */) const
{
    return m_grown;
}

void
AprcAlgorithm::DoEndInterval(AtmTime /* length */, const AbrIntervalCount& count)
{
    m_grown = count.queue > m_queue;
    m_queue = count.queue;
}

AbrInterval
AprcAlgorithm::DoGetInterval() const
{
    AbrInterval interval;
    interval.cells = m_cells;
    return interval;
}

} // namespace ns3
