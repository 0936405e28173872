/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_ARRIVAL_PROCESS_H
#define BURST_TRAFFIC_ARRIVAL_PROCESS_H

#include "burst-traffic-random.h"

#include "ns3/object.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <vector>

/**
 * @defgroup burst-traffic Bursty traffic
 *
 * Arrival processes, destination patterns and packet sizes of bursty traffic, and a monitor of
 * burstiness.
 */

namespace ns3
{

namespace traffic
{
class ArrivalDriver;
}

/**
 * @ingroup burst-traffic
 * @brief When requests arrive, in whole ticks from the start of the process.
 *
 * Ticks are at least 0 and never decrease; several arrivals may share a tick. A process does not
 * use Simulator or Packet. Applications, devices and engines ask the process for its arrivals. The
 * attributes, stream, seed and run number alone determine the arrivals; which functions are called,
 * and how far ahead, makes no difference. The first request for an arrival fixes the attributes,
 * until AssignStreams rewinds the process; Blocked acts at any time. Attributes that contradict
 * each other throw std::invalid_argument at that request, and in GetMeanRate and GetCountVariance
 * where used.
 *
 * A subclass implements DoStart and DoNext. It may implement DoCountTo and DoTimeOf if they have a
 * closed form, and DoTake if that saves time. It takes all random numbers from GetRandom.
 */
class ArrivalProcess : public Object
{
  public:
    /** Returned instead of a tick when there is no further arrival. */
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max();

    /** All arrivals are before this tick: 730 years at 20 ns a tick, small enough for sums of ticks
     * not to overflow. */
    static constexpr int64_t HORIZON = int64_t{1} << 60;

    /** What happens to arrivals while the process is held. */
    enum BlockedPolicy
    {
        DEFER, //!< they all arrive when the process is resumed
        DROP,  //!< they are dropped
    };

    static TypeId GetTypeId(); //!< @return the TypeId
    ArrivalProcess();          //!< Uses an automatically allocated stream.

    /** @return the tick of the next arrival, which is not consumed; NEVER if the process has ended
     * or is held */
    int64_t Peek();

    /** Consume the next arrival. @return its tick; NEVER as for Peek */
    int64_t Next();

    /**
     * Consume several arrivals, faster than with repeated calls of Next.
     *
     * @param count maximum number of arrivals; fewer are consumed where Next would return NEVER
     * @param ticks the ticks of the arrivals are appended to this vector
     */
    void Take(std::size_t count, std::vector<int64_t>& ticks);

    /**
     * Consume the arrivals up to and including a tick.
     *
     * @param t the tick
     * @return the tick of the first arrival after t, which is not consumed; NEVER as for Peek
     */
    int64_t NextAfter(int64_t t);

    /**
     * Consume the arrivals before `end` and append those from `begin` on.
     *
     * @param begin first tick of the window
     * @param end first tick after the window
     * @param ticks the ticks of the arrivals are appended to this vector
     */
    void Fill(int64_t begin, int64_t end, std::vector<int64_t>& ticks);

    /**
     * @param t a tick, not before the last consumed arrival (std::invalid_argument)
     * @return the number of arrivals from the start of the process up to and including t, without
     *         dropped and held arrivals; no arrival is consumed
     */
    uint64_t CountTo(int64_t t);

    /**
     * @param i number of an arrival that is not yet consumed, from 1 (std::invalid_argument)
     * @return the tick of the i-th arrival; NEVER as for Peek
     */
    int64_t TimeOf(uint64_t i);

    /**
     * Block the process: arrivals after tick t wait for Resume.
     * @param t the last tick that is not blocked, -1 to block from the start
     * @throw std::invalid_argument t is below -1, or the process is already held
     */
    void Hold(int64_t t);

    /**
     * Unblock the process. Arrivals due in (hold, t] are dropped or arrive at t, as the attribute
     * Blocked says.
     * @param t the tick, not before that of Hold or of a consumed arrival
     * @throw std::invalid_argument t is too early, or the process is not held
     * @return number of arrivals dropped (Blocked = Drop) or deferred to t (Defer)
     */
    uint64_t Resume(int64_t t);

    int64_t GetHold() const; //!< @return the last tick that is not blocked, NEVER if not held

    /** @param t a tick @return number of arrivals due in (hold, t] that wait for Resume; 0 if not
     * held */
    uint64_t CountBlocked(int64_t t);

    /** @return a process with the same attributes and the same stream, at its start and not held */
    Ptr<ArrivalProcess> Clone() const;

    /** @return long-term mean of arrivals per tick; for a finite process, the mean until its end */
    virtual double GetMeanRate() const = 0;

    /**
     * @param m length of a window in ticks, not negative
     * @return the exact variance of the number of arrivals in a window of m ticks of the stationary
     *         process; NaN where no exact value is known
     */
    virtual double GetCountVariance(int64_t m) const;

    /**
     * @return paths of the files that the process reads, from its attributes; none by default. The
     *         contents of these files are part of the identity of a run.
     */
    virtual std::vector<std::string> GetInputFiles() const;

    /**
     * Set the random stream and rewind the process to its start.
     * @param stream index of the stream, -1 for one that ns-3 allocates
     * @throw std::invalid_argument an application that runs uses the process: its next arrivals
     *        would lie in the past
     * @return the number of streams used, 1
     */
    int64_t AssignStreams(int64_t stream);

    int64_t GetStream() const; //!< @return the index of the stream, -1 if ns-3 allocated it

  protected:
    /**
     * @param accessor of an attribute that the first request for an arrival fixes
     * @return an accessor that refuses other values from then on
     */
    static Ptr<const AttributeAccessor> UntilFirstArrival(Ptr<const AttributeAccessor> accessor);

    bool IsStarted() const; //!< @return whether an arrival was requested

    /** @return the generator, for DoStart and DoNext */
    traffic::StreamRandom& GetRandom()
    {
        return m_random;
    }

    /**
     * @param other a process
     * @return a clone of `other` on the stream of this process: the arrivals of `other` if this
     *         stream were assigned to it
     */
    Ptr<ArrivalProcess> CloneOnSameStream(const ArrivalProcess& other) const;

    /**
     * Refuse a process so sparse that the search for its next arrival would take minutes.
     *
     * @param steps mean number of steps that DoNext takes for an arrival, at most 1e8
     * @param what what a step is and which attributes its number depends on, for the message
     * @throw std::invalid_argument more than 1e8 steps
     */
    void CheckSteps(double steps, const std::string& what) const;

    /** Go to the start of the process. Called before the first DoNext, again after a rewind. */
    virtual void DoStart() = 0;

    /** @return the tick of the next arrival, not before that of the previous call; NEVER at the end
     */
    virtual int64_t DoNext() = 0;

    /**
     * Take several arrivals. The default implementation calls DoNext for each.
     * @param count number of arrivals, at least 1
     * @param ticks array of `count` ticks to fill; NEVER after the end
     */
    virtual void DoTake(std::size_t count, int64_t* ticks);

    /**
     * @param t a tick
     * @return the number of arrivals up to and including t, counted from the start; nothing if
     * there is no closed form
     */
    virtual std::optional<uint64_t> DoCountTo(int64_t t);

    /**
     * @param i number of an arrival, from 1
     * @return the tick of arrival i; nothing if there is no closed form
     */
    virtual std::optional<int64_t> DoTimeOf(uint64_t i);

  private:
    friend class traffic::ArrivalDriver; // counts itself in m_drivers

    void Start();   //!< Call DoStart if the process is at its start.
    int64_t Pull(); //!< @return tick of one more arrival, taken from DoNext; or NEVER
    bool Extend();  //!< @return whether one more arrival was pulled and is now in m_ahead

    int64_t m_stream{-1};           //!< index of the stream as assigned
    traffic::StreamRandom m_origin; //!< the generator at the start of the process
    traffic::StreamRandom m_random; //!< the generator now
    BlockedPolicy m_blocked;        //!< attribute Blocked
    uint32_t m_drivers{0};          //!< that call back at its arrivals now
    bool m_started{false};          //!< DoStart was called
    int64_t m_held{NEVER};          //!< last tick that is not blocked, NEVER while free
    uint64_t m_pulled{0};           //!< arrivals taken from DoNext
    int64_t m_pulledTick{0};        //!< tick of the last of them, NEVER at the end
    uint64_t m_consumed{0};         //!< arrivals consumed
    int64_t m_consumedTick{-1};     //!< tick of the last of them
    std::deque<int64_t> m_ahead;    //!< ticks of the arrivals taken from DoNext and not consumed
};

} // namespace ns3

#endif // BURST_TRAFFIC_ARRIVAL_PROCESS_H
