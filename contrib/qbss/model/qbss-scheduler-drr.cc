/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qbss-scheduler-drr.h"

#include "ns3/burst-core-compat.h"
#include "ns3/enum.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(QbssDrrScheduler);

TypeId
QbssDrrScheduler::GetTypeId()
{
    using Self = QbssDrrScheduler;
    static TypeId tid =
        TypeId("ns3::QbssDrrScheduler")
            .SetParent<QbssScheduler>()
            .SetGroupName("Qbss")
            .AddConstructor<Self>()
            .AddAttribute("Quantum",
                          "What a class of the reference weight may send in a round, bytes.",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&Self::m_quantum),
                          MakeUintegerChecker<uint32_t>(64, 65535))
            .AddAttribute("Reference",
                          "Which weight the quantum is for: the largest, or the smallest, with "
                          "which a round is as long as the weights are apart.",
                          EnumValue(LARGEST),
                          burst::MakeEnumerationAccessor<Reference>(&Self::m_reference),
                          MakeEnumChecker(LARGEST, "LargestWeight", SMALLEST, "SmallestWeight"));
    return tid;
}

void
QbssDrrScheduler::Start(const std::vector<uint32_t>& weights)
{
    const auto [least, most] = std::minmax_element(weights.begin(), weights.end());
    m_deficits = QbssDeficits(weights, m_quantum, m_reference == LARGEST ? *most : *least);
}

std::size_t
QbssDrrScheduler::Serve(const std::vector<uint32_t>& heads)
{
    return m_deficits.Serve(heads);
}

} // namespace ns3
