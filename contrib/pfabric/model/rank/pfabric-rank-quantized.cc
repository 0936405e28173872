/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-rank-quantized.h"

#include "ns3/burst-core-attribute-text.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricQuantizedRank");

NS_OBJECT_ENSURE_REGISTERED(PFabricQuantizedRank);

TypeId
PFabricQuantizedRank::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PFabricQuantizedRank")
            .SetParent<PFabricRank>()
            .SetGroupName("PFabric")
            .AddConstructor<PFabricQuantizedRank>()
            .AddAttribute("Rank",
                          "The rank that is put into classes.",
                          StringValue("ns3::PFabricRemainingRank"),
                          burst::MakeObjectTextAccessor(&PFabricQuantizedRank::SetRank,
                                                        &PFabricQuantizedRank::GetRank),
                          burst::MakeObjectTextChecker<PFabricRank>())
            .AddAttribute(
                "Limits",
                "Ranks, between commas: a packet has as priority the number of those "
                "that its rank reaches.",
                StringValue("5000,10000,50000,200000,1000000,3000000,10000000"),
                burst::MakeRefusingAccessor(MakeStringAccessor(&PFabricQuantizedRank::SetLimits,
                                                               &PFabricQuantizedRank::GetLimits)),
                MakeStringChecker());
    return tid;
}

uint32_t
PFabricQuantizedRank::GetPriority(const PFabricMessageState& state) const
{
    const uint32_t rank = m_rank->GetPriority(state);
    return std::count_if(m_limits.begin(), m_limits.end(), [rank](uint32_t limit) {
        return limit <= rank;
    });
}

void
PFabricQuantizedRank::SetRank(const burst::ObjectText& rank)
{
    m_rankText = rank;
    m_rank = rank.Create<PFabricRank>();
}

burst::ObjectText
PFabricQuantizedRank::GetRank() const
{
    return m_rankText;
}

void
PFabricQuantizedRank::SetLimits(std::string limits)
{
    std::vector<uint32_t> read;
    std::istringstream input(limits);
    for (std::string limit; std::getline(input, limit, ',');)
    {
        const auto value = burst::ReadAttribute(limit, MakeUintegerChecker<uint32_t>()).value;
        read.push_back(DynamicCast<const UintegerValue>(value)->Get());
    }
    m_limits = read;
    m_limitsText = limits;
}

std::string
PFabricQuantizedRank::GetLimits() const
{
    return m_limitsText;
}

} // namespace ns3
