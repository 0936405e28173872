/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-twin.h"

#include "ns3/burst-core-compat.h"
#include "ns3/enum.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TwinArrivals");

NS_OBJECT_ENSURE_REGISTERED(TwinArrivals);

TypeId
TwinArrivals::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TwinArrivals")
            .SetParent<ArrivalProcess>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<TwinArrivals>()
            .AddAttribute(
                "Process",
                "The original, any ns3::ArrivalProcess with its attributes, as they are at the "
                "first arrival.",
                PointerValue(),
                UntilFirstArrival(MakePointerAccessor(&TwinArrivals::m_process)),
                MakePointerChecker<ArrivalProcess>())
            .AddAttribute(
                "Kind",
                "Poisson keeps the number of arrivals only, ShuffledBlocks the order "
                "within blocks, ShuffledWithin the order of blocks.",
                EnumValue(POISSON),
                UntilFirstArrival(burst::MakeEnumerationAccessor<Kind>(&TwinArrivals::m_kind)),
                MakeEnumChecker(POISSON,
                                "Poisson",
                                SHUFFLED_BLOCKS,
                                "ShuffledBlocks",
                                SHUFFLED_WITHIN,
                                "ShuffledWithin"))
            .AddAttribute("Block",
                          "Number of intervals between arrivals in a block, for the shuffled "
                          "kinds.",
                          UintegerValue(1000),
                          UntilFirstArrival(MakeUintegerAccessor(&TwinArrivals::m_block)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Length",
                          "Ticks after which the twin ends; at least the length of the simulation.",
                          IntegerValue(1'000'000),
                          UntilFirstArrival(MakeIntegerAccessor(&TwinArrivals::m_length)),
                          MakeIntegerChecker<int64_t>(1, int64_t{1} << 53));
    return tid;
}

double
TwinArrivals::GetMeanRate() const
{
    return GetOriginal().GetMeanRate();
}

std::vector<std::string>
TwinArrivals::GetInputFiles() const
{
    return m_process ? GetOriginal().GetInputFiles() : std::vector<std::string>();
}

void
TwinArrivals::DoStart()
{
    const auto original = CloneOnSameStream(GetOriginal());
    m_original = original;
    NS_LOG_LOGIC("twin of " << original->GetInstanceTypeId().GetName() << " for " << m_length
                            << " ticks");
    for (auto twin = this; twin; twin = dynamic_cast<TwinArrivals*>(PeekPointer(twin->m_process)))
    {
        GetRandom().Jump();
    }
    m_sequence = m_kind == POISSON ? traffic::MakePoissonTwin(original, m_length)
                 : m_kind == SHUFFLED_BLOCKS
                     ? traffic::MakeBlockShuffledTwin(original, m_length, m_block)
                     : traffic::MakeInsideShuffledTwin(original, m_length, m_block);
}

int64_t
TwinArrivals::DoNext()
{
    return m_sequence->Next(GetRandom());
}

const ArrivalProcess&
TwinArrivals::GetOriginal() const
{
    if (!m_process)
    {
        throw std::invalid_argument(
            "Process of ns3::TwinArrivals is not set; it takes an ns3::ArrivalProcess");
    }
    return IsStarted() ? *m_original : *m_process;
}

} // namespace ns3
