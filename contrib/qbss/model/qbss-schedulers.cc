/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qbss-schedulers.h"

#include "ns3/burst-core-check.h"
#include "ns3/burst-core-compat.h"
#include "ns3/enum.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ns3
{

QbssDeficits::QbssDeficits(const std::vector<uint32_t>& weights,
                           uint32_t quantum,
                           uint32_t reference)
    : m_cost(reference),
      m_deficits(weights.size(), 0)
{
    burst::CheckParameter(quantum > 0, "the quantum", quantum, "bytes above 0");
    burst::CheckParameter(reference > 0, "the weight", reference, "numbers above 0");
    for (const uint32_t weight : weights)
    {
        burst::CheckParameter(weight > 0, "the weight", weight, "numbers above 0");
        m_quanta.push_back(uint64_t{quantum} * weight);
    }
}

std::size_t
QbssDeficits::Serve(const std::vector<uint32_t>& heads)
{
    for (;; m_turn = (m_turn + 1) % heads.size(), m_given = false)
    {
        auto& deficit = m_deficits[m_turn];
        if (heads[m_turn] == 0)
        {
            deficit = 0;
            continue;
        }
        deficit += m_given ? 0 : m_quanta[m_turn];
        m_given = true;
        if (const uint64_t price = heads[m_turn] * m_cost; price <= deficit)
        {
            deficit -= price;
            return m_turn;
        }
    }
}

namespace
{

constexpr uint64_t NONE = std::numeric_limits<uint64_t>::max(); //!< no packet, no tag

} // namespace

QbssFairTags::QbssFairTags(const std::vector<uint32_t>& weights)
    : m_tags(weights.size(), NONE)
{
    uint64_t common = 1;
    for (const uint32_t weight : weights)
    {
        burst::CheckParameter(weight > 0, "the weight", weight, "numbers above 0");
        common = std::lcm(common, weight);
    }
    for (const uint32_t weight : weights)
    {
        m_costs.push_back(common / weight);
    }
}

std::size_t
QbssFairTags::Serve(const std::vector<uint32_t>& heads)
{
    std::size_t first = 0;
    for (std::size_t i = 0; i < heads.size(); ++i)
    {
        if (heads[i] == 0)
        {
            m_tags[i] = NONE;
        }
        else if (m_tags[i] == NONE)
        {
            m_tags[i] = heads[i] * m_costs[i];
        }
        first = m_tags[i] <= m_tags[first] ? i : first;
    }
    const uint64_t now = m_tags[first];
    for (auto& tag : m_tags)
    {
        tag -= tag == NONE ? 0 : now;
    }
    m_tags[first] = NONE;
    return first;
}

NS_OBJECT_ENSURE_REGISTERED(QbssScheduler);

TypeId
QbssScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::QbssScheduler").SetParent<Object>().SetGroupName("Qbss");
    return tid;
}

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

NS_OBJECT_ENSURE_REGISTERED(QbssScfqScheduler);

TypeId
QbssScfqScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::QbssScfqScheduler")
                            .SetParent<QbssScheduler>()
                            .SetGroupName("Qbss")
                            .AddConstructor<QbssScfqScheduler>();
    return tid;
}

void
QbssScfqScheduler::Start(const std::vector<uint32_t>& weights)
{
    m_tags = QbssFairTags(weights);
}

std::size_t
QbssScfqScheduler::Serve(const std::vector<uint32_t>& heads)
{
    return m_tags.Serve(heads);
}

} // namespace ns3
