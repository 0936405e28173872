/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_SWITCH_ALGORITHM_H
#define ATM_ABR_SWITCH_ALGORITHM_H

#include "ns3/atm-abr-rm-content.h"
#include "ns3/atm-abr-time.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace ns3
{

namespace atm
{

/**
 * @ingroup atm-abr
 * @param what a parameter, as "the slope Rup"
 * @param value of the parameter
 * @param unit of the parameter
 * @throw std::invalid_argument the value is not finite and above 0
 */
void CheckPositive(const std::string& what, double value, const std::string& unit = "numbers");

/**
 * @ingroup atm-abr
 * @param what a parameter, as "the weight"
 * @param value of the parameter
 * @throw std::invalid_argument the value is not above 0 and at most 1
 */
void CheckPart(const std::string& what, double value);

} // namespace atm

/**
 * @ingroup atm-abr
 * @brief When the measuring interval of a switch algorithm ends: at a time or with the arrival of a
 * number of cells, whichever is first.
 */
struct AbrInterval
{
    /** The time that never comes, and the number of cells that never arrives. */
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max();

    AtmTime end{NEVER};   //!< time of the end
    int64_t cells{NEVER}; //!< ABR cells of the interval, the last one with its end
};

/**
 * @ingroup atm-abr
 * @brief What came to a port in a measuring interval: after its begin, and up to its end.
 */
struct AbrIntervalCount
{
    int64_t cells{0};             //!< ABR cells that arrived, RM cells included
    int64_t queue{0};             //!< ABR cells in the queue at the end
    std::vector<int64_t> vcCells; //!< ABR cells by VC, of those that go forward here
};

/**
 * @ingroup atm-abr
 * @brief What an output port does with the explicit rates of the VCs that pass it.
 *
 * Each port has an algorithm of its own, which is called for RM cells only: for forward ones that
 * join the queue of the port, and for backward ones of the same VCs. An algorithm that measures
 * sets the end of its interval and then receives counts, so that no data cell costs a call. VCs are
 * numbered from 0 within the port. Attributes are set before Start.
 *
 * This class itself leaves all rates as they are: a switch that only marks (EFCI, CI, NI).
 */
class AbrSwitchAlgorithm : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * Take the attributes and begin to measure.
     * @param now time of the begin
     * @param capacity of the port, cells per second, finite and above 0
     * @param vcs number of VCs through the port
     * @throw std::invalid_argument capacity, or attributes that do not go together
     */
    void Start(AtmTime now, double capacity, uint32_t vcs);

    /**
     * A forward RM cell joins the queue.
     * @param now time
     * @param vc number of its VC
     * @param ccr its current cell rate CCR, cells per second
     * @param mcr its minimum cell rate MCR, cells per second
     * @param queue cells before it
     */
    void ForwardRm(AtmTime now, uint32_t vc, double ccr, double mcr, int64_t queue)
    {
        DoForwardRm(now, vc, ccr, mcr, queue);
    }

    /**
     * A backward RM cell passes the switch.
     * @param now time
     * @param vc number of its VC
     * @param ccr its CCR, cells per second
     * @param queue cells of the forward queue
     * @param feedback of the cell; what is changed here, goes on to the source
     */
    void BackwardRm(AtmTime now, uint32_t vc, double ccr, int64_t queue, AbrFeedback& feedback)
    {
        DoBackwardRm(now, vc, ccr, queue, feedback);
    }

    bool IsStarted() const; //!< @return whether Start was called

    /** @return when the interval ends that runs now */
    const AbrInterval& GetInterval() const
    {
        return m_interval;
    }

    /** @return whether cells have to be counted by VC */
    virtual bool CountsVcs() const;

    /**
     * The interval has ended, and the next one begins. Where it ends with a number of cells, that
     * number has to exceed that of the cells which can arrive at once.
     * @param now time
     * @param count what came
     * @throw std::invalid_argument the interval took no time, or counts by VC are missing
     */
    void EndInterval(AtmTime now, const AbrIntervalCount& count);

    /** @return what the algorithm holds for the fair rate of a VC (MACR, fair share, ERS), cells
     * per second; 0 if it has no such number */
    double GetShare() const
    {
        return m_share;
    }

  protected:
    /**
     * @param accessor of an attribute
     * @return an accessor that refuses other values once the port has started
     */
    static Ptr<const AttributeAccessor> UntilStart(Ptr<const AttributeAccessor> accessor);

    /** @param share what GetShare returns */
    void SetShare(double share)
    {
        m_share = share;
    }

    double GetCapacity() const; //!< @return of the port, cells per second
    uint32_t GetVcs() const;    //!< @return number of VCs through the port

  private:
    /** Take the attributes. By default nothing is done. */
    virtual void DoStart()
    {
    }

    /**
     * As ForwardRm; by default nothing is done.
     * @param now time
     * @param vc number of its VC
     * @param ccr its CCR, cells per second
     * @param mcr its MCR, cells per second
     * @param queue cells before it
     */
    virtual void DoForwardRm(AtmTime now, uint32_t vc, double ccr, double mcr, int64_t queue)
    {
    }

    /**
     * As BackwardRm; by default nothing is done.
     * @param now time
     * @param vc number of its VC
     * @param ccr its CCR, cells per second
     * @param queue cells of the forward queue
     * @param feedback of the cell
     */
    virtual void DoBackwardRm(AtmTime now,
                              uint32_t vc,
                              double ccr,
                              int64_t queue,
                              AbrFeedback& feedback)
    {
    }

    /**
     * An interval has ended; by default nothing is done.
     * @param length of it, above 0
     * @param count what came
     */
    virtual void DoEndInterval(AtmTime length, const AbrIntervalCount& count)
    {
    }

    /** @return how long an interval is, and how many cells it has; by default NEVER */
    virtual AbrInterval DoGetInterval() const
    {
        return {};
    }

    void BeginInterval(AtmTime now); //!< @param now time of the begin

    bool m_started{false};       //!< see IsStarted
    double m_capacity{0};        //!< of the port, cells per second
    uint32_t m_vcs{0};           //!< number of VCs
    AtmTime m_begin{0};          //!< of the interval
    AbrInterval m_interval;      //!< its end
    TracedValue<double> m_share; //!< trace source Share
};

/**
 * @ingroup atm-abr
 * @brief A switch algorithm that measures, in intervals of a time, of a number of cells, or of what
 * is first.
 */
class AbrIntervalAlgorithm : public AbrSwitchAlgorithm
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  protected:
    /**
     * A subclass that overrides it calls this one first.
     * @throw std::invalid_argument there is no end of an interval
     */
    void DoStart() override;

  private:
    AbrInterval DoGetInterval() const override;

    Time m_time;      //!< attribute Interval
    uint32_t m_cells; //!< attribute IntervalCells
};

/**
 * @ingroup atm-abr
 * @brief Signals given rates of VCs, such as those of AtmMaxMin: the ideal allocation.
 */
class IdealAlgorithm : public AbrSwitchAlgorithm
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * It holds from the next backward RM cells on; before the first call ER is left as it is.
     * @param rates by VC, cells per second, one for each VC through the port
     * @throw std::invalid_argument a rate is negative, or there are more or fewer of them than VCs
     */
    void SetRates(const std::vector<double>& rates);

  private:
    void DoBackwardRm(AtmTime now,
                      uint32_t vc,
                      double ccr,
                      int64_t queue,
                      AbrFeedback& feedback) override;

    std::vector<double> m_rates; //!< by VC, cells per second
};

} // namespace ns3

#endif // ATM_ABR_SWITCH_ALGORITHM_H
