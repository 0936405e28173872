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
 * When requests arrive, where they go and how long they are, and how bursty any traffic is.
 */

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief When requests arrive, in whole ticks from the start of the process.
 *
 * Ticks are not below 0 and never decrease; several arrivals may share one. A process knows no
 * Simulator and no Packet: applications, devices and engines ask it. The realization is fixed by
 * attributes, stream, seed and run number alone, whatever functions it is asked through and however
 * far ahead. Attributes count from the first such call on: later changes reach only clones. Values
 * that do not fit each other, which no single attribute can know, are a std::invalid_argument of
 * that call, and of GetMeanRate and GetCountVariance where they need them.
 *
 * A subclass writes DoStart and DoNext, where a closed form exists also DoCountTo and DoTimeOf,
 * where it saves time DoTake, and takes all randomness from GetRandom.
 */
class ArrivalProcess : public Object
{
  public:
    /** The tick of an arrival that does not come. */
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max();

    /** Arrivals from this tick on do not come: 730 years of 20 ns, room for sums of ticks. */
    static constexpr int64_t HORIZON = int64_t{1} << 60;

    /** What becomes of arrivals while the source is held. */
    enum BlockedPolicy
    {
        DEFER, //!< they arrive together when it is resumed
        DROP,  //!< they do not arrive
    };

    static TypeId GetTypeId(); //!< @return the TypeId
    ArrivalProcess();          //!< On an automatic stream.

    /** @return the tick of the next arrival, not consumed; NEVER if none comes or it is held */
    int64_t Peek();

    /** @return the tick of the next arrival, consumed; NEVER as for Peek */
    int64_t Next();

    /**
     * Consume several arrivals, at less cost than one by one.
     *
     * @param count how many at most; fewer where Next would return NEVER
     * @param ticks where to append the tick of each
     */
    void Take(std::size_t count, std::vector<int64_t>& ticks);

    /**
     * @param t a tick, the arrivals up to and including which are consumed
     * @return the tick of the first arrival after t, not consumed; NEVER as for Peek
     */
    int64_t NextAfter(int64_t t);

    /**
     * Consume the arrivals before `end` and append those from `begin` on.
     *
     * @param begin first tick of the window
     * @param end first tick after the window
     * @param ticks where to append the tick of each arrival
     */
    void Fill(int64_t begin, int64_t end, std::vector<int64_t>& ticks);

    /**
     * @param t a tick, not before the last consumed arrival (std::invalid_argument)
     * @return the number of arrivals from the start of the process up to and including t, without
     *         those that were dropped or are held; none is consumed
     */
    uint64_t CountTo(int64_t t);

    /**
     * @param i number of an arrival, the first one is 1; not yet consumed (std::invalid_argument)
     * @return the tick of the i-th arrival; NEVER as for Peek
     */
    int64_t TimeOf(uint64_t i);

    /**
     * The source is blocked: what is due after t waits for Resume.
     * @param t the last tick that is not blocked, -1 for none; not while held
     * (std::invalid_argument)
     */
    void Hold(int64_t t);

    /**
     * The source is free again. What was due in (hold, t] is dropped or arrives at t (attribute
     * Blocked).
     * @param t the tick, not before Hold or a consumed arrival; only while held
     * (std::invalid_argument)
     * @return the number of arrivals that were dropped, or arrive at t
     */
    uint64_t Resume(int64_t t);

    int64_t GetHold() const; //!< @return the last tick that is not blocked, NEVER while free

    /** @param t a tick @return the number of arrivals due in (hold, t] that wait for Resume, 0
     * while free */
    uint64_t CountBlocked(int64_t t);

    /** @return a process with the same attributes and the same stream, at its start and not held */
    Ptr<ArrivalProcess> Clone() const;

    /** @return arrivals per tick in the long run; of a process that ends, until its end */
    virtual double GetMeanRate() const = 0;

    /**
     * @param m length of a window in ticks, not negative
     * @return the exact variance of the number of arrivals in such a window of the process in
     *         equilibrium, NaN where it is not known
     */
    virtual double GetCountVariance(int64_t m) const;

    /**
     * @return files the process reads, from the attributes; by default none. What they contain is
     *         part of what identifies a run.
     */
    virtual std::vector<std::string> GetInputFiles() const;

    /**
     * Set the random stream and rewind the process to its start.
     * @param stream index of the stream, -1 for one that ns-3 allocates
     * @return the number of streams used, 1
     */
    int64_t AssignStreams(int64_t stream);

    int64_t GetStream() const; //!< @return the index of the stream, -1 if ns-3 allocated it

  protected:
    /** @return the generator, for DoStart and DoNext */
    burst::StreamRandom& GetRandom()
    {
        return m_random;
    }

    /**
     * @param other a process
     * @return a clone of it that has the stream of this one: what arrives if this stream is
     *         assigned to it
     */
    Ptr<ArrivalProcess> CloneOnSameStream(const ArrivalProcess& other) const;

    /**
     * Refuse what would look for its next arrival for minutes, far behind the end of any run.
     *
     * @param steps of DoNext for an arrival, on average; std::invalid_argument above 1e8
     * @param what the steps and what they depend on, for the sentence
     */
    void CheckSteps(double steps, const std::string& what) const;

    /** Go to the start of the process. Called before the first DoNext, again after a rewind. */
    virtual void DoStart() = 0;

    /** @return the tick of the next arrival, not before the one returned last; NEVER at the end */
    virtual int64_t DoNext() = 0;

    /**
     * As DoNext several times, which is what it does by default.
     * @param count how many, at least 1
     * @param ticks where they are written; NEVER after the end
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
     * @return its tick; nothing if there is no closed form
     */
    virtual std::optional<int64_t> DoTimeOf(uint64_t i);

  private:
    void Start();   //!< Call DoStart if the process is at its start.
    int64_t Pull(); //!< @return tick of one more arrival, taken from DoNext; or NEVER
    bool Extend();  //!< @return whether one more arrival was pulled and is now in m_ahead

    int64_t m_stream{-1};         //!< index of the stream as assigned
    burst::StreamRandom m_origin; //!< the generator at the start of the process
    burst::StreamRandom m_random; //!< the generator now
    BlockedPolicy m_blocked;      //!< attribute Blocked
    bool m_started{false};        //!< DoStart was called
    int64_t m_held{NEVER};        //!< last tick that is not blocked, NEVER while free
    uint64_t m_pulled{0};         //!< arrivals taken from DoNext
    int64_t m_pulledTick{0};      //!< tick of the last of them, NEVER at the end
    uint64_t m_consumed{0};       //!< arrivals consumed
    int64_t m_consumedTick{-1};   //!< tick of the last of them
    std::deque<int64_t> m_ahead;  //!< ticks of the arrivals taken from DoNext and not consumed
};

} // namespace ns3

#endif // BURST_TRAFFIC_ARRIVAL_PROCESS_H
