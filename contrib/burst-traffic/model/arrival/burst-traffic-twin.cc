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

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace ns3::traffic
{

NS_LOG_COMPONENT_DEFINE("TwinSequence");

namespace
{

constexpr int64_t NEVER = ArrivalProcess::NEVER;

/** Uniform positions, the number of which is that of the original. */
class PoissonTwin : public TwinSequence
{
  public:
    PoissonTwin(Ptr<ArrivalProcess> original, int64_t length)
        : m_length(length)
    {
        while (original->Next() < length)
        {
            ++m_left;
        }
        NS_LOG_LOGIC(m_left << " arrivals at random positions in " << m_length << " ticks");
    }

    int64_t Next(StreamRandom& random) override
    {
        if (m_left == 0)
        {
            return NEVER;
        }
        m_depth -= std::log(random.Uniform()) / static_cast<double>(m_left--);
        const double position = -std::expm1(-m_depth) * static_cast<double>(m_length);
        m_tick = std::clamp(static_cast<int64_t>(position), m_tick, m_length - 1);
        return m_tick;
    }

  private:
    int64_t m_length;   //!< in ticks
    uint64_t m_left{0}; //!< arrivals to come
    double m_depth{0};  //!< -ln(1 - position), the position in [0, 1)
    int64_t m_tick{0};  //!< tick of the last arrival
};

/** The intervals of the original. */
class Intervals
{
  public:
    Intervals(Ptr<ArrivalProcess> original, int64_t length)
        : m_original(original),
          m_length(length)
    {
    }

    /**
     * Take intervals from the original; the first one begins at tick 0.
     *
     * @param most how many at most
     * @param intervals where to append them
     */
    void Take(std::size_t most, std::vector<int64_t>& intervals)
    {
        for (; most > 0 && m_original->Peek() < m_length; --most)
        {
            const int64_t tick = m_original->Next();
            intervals.push_back(tick - m_tick);
            m_tick = tick;
        }
    }

  private:
    Ptr<ArrivalProcess> m_original; //!< the original
    int64_t m_length;               //!< in ticks
    int64_t m_tick{0};              //!< tick of the arrival taken last
};

/** The sum of intervals that come in runs; the first run is the way to the first arrival. */
class ShuffledTwin : public TwinSequence
{
  public:
    ShuffledTwin(Ptr<ArrivalProcess> original, int64_t length, std::size_t block)
        : m_block(block),
          m_source(original, length)
    {
        m_source.Take(1, m_intervals);
        m_end = m_intervals.size();
    }

    int64_t Next(StreamRandom& random) override
    {
        if (m_next == m_end)
        {
            NextRun(random);
        }
        if (m_next == m_end)
        {
            return NEVER;
        }
        m_tick += m_intervals[m_next++];
        return m_tick;
    }

  protected:
    /** Set m_next and m_end to the next run of m_intervals, or leave them equal at the end. */
    virtual void NextRun(StreamRandom& random) = 0;

    std::size_t m_block;              //!< intervals in a block
    Intervals m_source;               //!< where intervals come from
    std::vector<int64_t> m_intervals; //!< those in memory
    std::size_t m_next{0};            //!< index of the next one of the run
    std::size_t m_end;                //!< index after the last one of the run

  private:
    int64_t m_tick{0}; //!< tick of the last arrival
};

/** Runs are blocks in random order. */
class BlockShuffledTwin : public ShuffledTwin
{
  public:
    using ShuffledTwin::ShuffledTwin;

  private:
    void NextRun(StreamRandom& random) override
    {
        if (!m_shuffled)
        {
            m_shuffled = true;
            m_source.Take(std::numeric_limits<std::size_t>::max(), m_intervals);
            for (std::size_t begin = 1; begin < m_intervals.size(); begin += m_block)
            {
                m_begins.push_back(begin);
            }
            random.Shuffle(m_begins);
            NS_LOG_LOGIC(m_intervals.size() << " intervals in " << m_begins.size() << " blocks");
        }
        if (!m_begins.empty())
        {
            m_next = m_begins.back();
            m_end = std::min(m_next + m_block, m_intervals.size());
            m_begins.pop_back();
        }
    }

    bool m_shuffled{false};            //!< the intervals are in memory, the order is drawn
    std::vector<std::size_t> m_begins; //!< where the blocks to come begin, the next one last
};

/** Runs are blocks, each shuffled when it is due. */
class InsideShuffledTwin : public ShuffledTwin
{
  public:
    using ShuffledTwin::ShuffledTwin;

  private:
    void NextRun(StreamRandom& random) override
    {
        m_intervals.clear();
        m_source.Take(m_block, m_intervals);
        random.Shuffle(m_intervals);
        m_next = 0;
        m_end = m_intervals.size();
    }
};

} // namespace

std::unique_ptr<TwinSequence>
MakePoissonTwin(Ptr<ArrivalProcess> original, int64_t length)
{
    return std::make_unique<PoissonTwin>(original, length);
}

std::unique_ptr<TwinSequence>
MakeBlockShuffledTwin(Ptr<ArrivalProcess> original, int64_t length, std::size_t block)
{
    return std::make_unique<BlockShuffledTwin>(original, length, block);
}

std::unique_ptr<TwinSequence>
MakeInsideShuffledTwin(Ptr<ArrivalProcess> original, int64_t length, std::size_t block)
{
    return std::make_unique<InsideShuffledTwin>(original, length, block);
}

} // namespace ns3::traffic

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
