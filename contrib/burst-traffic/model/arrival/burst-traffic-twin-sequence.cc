/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-twin-sequence.h"

#include "ns3/log.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
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
