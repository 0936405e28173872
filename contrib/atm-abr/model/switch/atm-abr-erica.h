/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_ERICA_H
#define ATM_ABR_ERICA_H

#include "atm-abr-switch-algorithm.h"

#include "ns3/atm-abr-time.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

namespace atm
{

/**
 * @ingroup atm-abr
 * @brief Explicit rate indication for congestion avoidance (ERICA): load, fair share and max-min
 * step.
 *
 *     end of an interval:
 *         target = fraction (capacity - rate of other services)
 *         z = ABR input rate / target;     FairShare = target / N
 *         MaxAllocPrevious = MaxAllocCurrent;     MaxAllocCurrent = FairShare
 *     backward RM cell, the first of its VC in the interval:
 *         VCShare = CCR of the last forward RM cell / z
 *         z > 1 + delta:   ER' = max(FairShare, VCShare)
 *         else:            ER' = max(FairShare, VCShare, MaxAllocPrevious)
 *         MaxAllocCurrent = max(MaxAllocCurrent, ER')
 *         CCR < FairShare < ER':   ER' = FairShare, unless switched off
 *         ER = min(ER, ER', target); further ones of the VC get the same ER'
 *
 * N is the number of VCs that sent in the interval, at least 1, or of all. With a decay, a VC that
 * is silent counts decay, decay^2 .. in later intervals. Where the target is 0, z is infinite and
 * ER' is 0; where nothing came, ER' is FairShare. Before the end of the first interval z is 1.
 *
 * Sources: S. Kalyanaraman's thesis (1997), 6.3 to 6.9 and appendix C; ATM Forum 96-1172 and
 * 98-0408. That MaxAllocCurrent begins at FairShare and the exact form of the rule "CCR <
 * FairShare", which is there to avoid sudden increases, are recalled.
 */
class EricaLaw
{
  public:
    /** The numbers of a switch. */
    struct Parameters
    {
        double delta{0.1};       //!< delta, not negative
        bool countVcs{true};     //!< whether N is of VCs that sent, or of all
        double activityDecay{0}; //!< what a silent VC keeps of its part of N, in [0, 1)
        double averaging{1};     //!< weight of the last interval in input rate and target, (0, 1]
        bool limitRise{true};    //!< whether there is the rule CCR < FairShare
        bool immediateFairShare{false}; //!< whether the forward RM cell of a silent VC adds to N
        bool measureRates{false};       //!< whether CCR is the measured rate of the last interval
    };

    /**
     * @param parameters the numbers
     * @param capacity of the port, cells per second, finite and above 0
     * @param vcs number of VCs through the port
     * @param fraction of the capacity that the first interval aims at
     * @throw std::invalid_argument one of them is not allowed
     */
    EricaLaw(const Parameters& parameters, double capacity, uint32_t vcs, double fraction);

    /** @return whether cells have to be counted by VC */
    bool CountsVcs() const;

    /**
     * An interval has ended.
     * @param length of it, above 0
     * @param count what came
     * @param fraction of the capacity that is aimed at, not negative
     */
    void EndInterval(AtmTime length, const AbrIntervalCount& count, double fraction);

    /**
     * A forward RM cell has come.
     * @param vc number of its VC
     * @param ccr its CCR, cells per second
     */
    void ForwardRm(uint32_t vc, double ccr);

    /**
     * A backward RM cell has come.
     * @param vc number of its VC
     * @return what its ER is lowered to, cells per second
     */
    double BackwardRm(uint32_t vc);

    double GetLoad() const;      //!< @return z; infinite if there is no capacity
    double GetFairShare() const; //!< @return FairShare, cells per second
    double GetTarget() const;    //!< @return target, cells per second

  private:
    /** What is known of a VC. */
    struct Vc
    {
        double ccr{0};      //!< CCR, cells per second
        double activity{0}; //!< part of N, 0 to 1
        double given{0};    //!< ER' of this interval
        bool seen{false};   //!< whether it has one
    };

    /** @param ccr of a VC @return ER', cells per second */
    double Allocate(double ccr);

    void ShareFairly(); //!< Compute FairShare.

    Parameters m_parameters; //!< the numbers
    double m_capacity;       //!< of the port, cells per second
    double m_target;         //!< averaged, cells per second
    double m_input;          //!< averaged, cells per second
    double m_active{0};      //!< sum of parts of N
    double m_fairShare;      //!< cells per second
    double m_maxPrevious;    //!< MaxAllocPrevious, cells per second
    double m_maxCurrent;     //!< MaxAllocCurrent, cells per second
    std::vector<Vc> m_vcs;   //!< by number
};

/**
 * @ingroup atm-abr
 * @brief The part of the capacity at which ERICA+ aims, by the time that the queue takes to drain.
 *
 *     T <= T0:   f = b T0 / ((b - 1) T + T0)
 *     T > T0:    f = max(QDLF, a T0 / ((a - 1) T + T0))
 *
 * So f falls from b to 1 at T0, and on to QDLF: the queue is held at T0, where the link is full. As
 * in S. Kalyanaraman's thesis (1997), 6.19, where it is a function of cells; as a time it fits
 * links of any rate.
 */
class EricaQueueControl
{
  public:
    /** The numbers of the function. */
    struct Parameters
    {
        double delay{500e-6}; //!< T0, seconds, finite and above 0
        double a{1.15};       //!< a, at least 1
        double b{1.05};       //!< b, at least 1
        double limit{0.5};    //!< QDLF, in (0, 1]
    };

    /**
     * @param parameters the numbers
     * @throw std::invalid_argument one of them is not allowed
     */
    explicit EricaQueueControl(const Parameters& parameters);

    /**
     * @param delay T, seconds, not negative
     * @return f, QDLF to b
     */
    double GetFraction(double delay) const;

  private:
    Parameters m_parameters; //!< the numbers
};

} // namespace atm

/**
 * @ingroup atm-abr
 * @brief The law of atm::EricaLaw; subclasses say which part of the capacity is aimed at.
 */
class EricaFamilyAlgorithm : public AbrIntervalAlgorithm
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    bool CountsVcs() const override;

  protected:
    /** A subclass that overrides it calls this one last. */
    void DoStart() override;

  private:
    /** @param queue cells @return the part of the capacity that is aimed at */
    virtual double GetFraction(int64_t queue) const = 0;

    void DoForwardRm(AtmTime now, uint32_t vc, double ccr, double mcr, int64_t queue) override;
    void DoBackwardRm(AtmTime now,
                      uint32_t vc,
                      double ccr,
                      int64_t queue,
                      AbrFeedback& feedback) override;
    void DoEndInterval(AtmTime length, const AbrIntervalCount& count) override;

    double m_delta;                     //!< attribute Delta
    bool m_countVcs;                    //!< attribute CountActiveVcs
    double m_activityDecay;             //!< attribute ActivityDecay
    double m_averaging;                 //!< attribute LoadAveraging
    bool m_limitRise;                   //!< attribute LimitRise
    bool m_immediateFairShare;          //!< attribute ImmediateFairShare
    bool m_measureRates;                //!< attribute MeasureRates
    std::optional<atm::EricaLaw> m_law; //!< from the start on
};

/**
 * @ingroup atm-abr
 * @brief ERICA: a constant part of the capacity is aimed at.
 */
class EricaAlgorithm : public EricaFamilyAlgorithm
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    double GetFraction(int64_t queue) const override;

    double m_utilization; //!< attribute TargetUtilization
};

/**
 * @ingroup atm-abr
 * @brief ERICA+: the part of the capacity that is aimed at depends on the queue
 * (atm::EricaQueueControl).
 */
class EricaPlusAlgorithm : public EricaFamilyAlgorithm
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoStart() override;
    double GetFraction(int64_t queue) const override;

    Time m_delay;                                    //!< attribute TargetDelay
    double m_a;                                      //!< attribute CurveA
    double m_b;                                      //!< attribute CurveB
    double m_limit;                                  //!< attribute QueueDrainLimit
    std::optional<atm::EricaQueueControl> m_control; //!< from the start on
};

} // namespace ns3

#endif // ATM_ABR_ERICA_H
