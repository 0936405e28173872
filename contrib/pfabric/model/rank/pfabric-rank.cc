/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-rank.h"

#include "ns3/burst-core-attribute-text.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricRank");

NS_OBJECT_ENSURE_REGISTERED(PFabricRank);

TypeId
PFabricRank::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricRank").SetParent<Object>().SetGroupName("PFabric");
    return tid;
}

uint32_t
PFabricRank::Clip(uint64_t number)
{
    return std::min<uint64_t>(number, std::numeric_limits<uint32_t>::max());
}

NS_OBJECT_ENSURE_REGISTERED(PFabricSizeRank);

TypeId
PFabricSizeRank::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricSizeRank")
                            .SetParent<PFabricRank>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricSizeRank>();
    return tid;
}

uint32_t
PFabricSizeRank::GetPriority(const PFabricMessageState& state) const
{
    return Clip(state.size);
}

NS_OBJECT_ENSURE_REGISTERED(PFabricRemainingRank);

TypeId
PFabricRemainingRank::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricRemainingRank")
                            .SetParent<PFabricRank>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricRemainingRank>();
    return tid;
}

uint32_t
PFabricRemainingRank::GetPriority(const PFabricMessageState& state) const
{
    return Clip(state.remaining);
}

NS_OBJECT_ENSURE_REGISTERED(PFabricSentRank);

TypeId
PFabricSentRank::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricSentRank")
                            .SetParent<PFabricRank>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricSentRank>();
    return tid;
}

uint32_t
PFabricSentRank::GetPriority(const PFabricMessageState& state) const
{
    return Clip(state.sent);
}

NS_OBJECT_ENSURE_REGISTERED(PFabricDeadlineRank);

TypeId
PFabricDeadlineRank::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricDeadlineRank")
                            .SetParent<PFabricRank>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricDeadlineRank>();
    return tid;
}

uint32_t
PFabricDeadlineRank::GetPriority(const PFabricMessageState& state) const
{
    constexpr int64_t LONGEST = std::numeric_limits<uint32_t>::max() - 1;
    if (state.deadline.IsZero())
    {
        return std::numeric_limits<uint32_t>::max();
    }
    return std::clamp<int64_t>(state.deadline.GetMicroSeconds(), 0, LONGEST);
}

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
