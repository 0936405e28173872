/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_COMMON_RATE_H
#define ATM_ABR_COMMON_RATE_H

#include "atm-abr-switch-algorithm.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace ns3
{

namespace atm
{

/**
 * @ingroup atm-abr
 * @brief Congestion avoidance by proportional control (CAPC2): one rate ERS for all VCs.
 *
 *     target = utilization (capacity - rate of other services);     z = ABR input rate / target
 *     z < 1:    ERS = ERS min(ERU, 1 + (1 - z) Rup)
 *     z >= 1:   ERS = ERS max(ERF, 1 - (z - 1) Rdn)
 *
 * ERS is kept between 1 cell per second and utilization capacity; where the target is not above 0,
 * z is infinite. By A. Barnhart; the steps are in R. Jain's survey (Computer Networks and ISDN
 * Systems 28, 1996) with Rup 0.025 to 0.1, Rdn 0.2 to 0.8 and ERU 1.5. ERF 0.5 is recalled. The
 * limits of ERS are our own: without the upper limit ERS of an underused link grows for ever.
 */
class CapcLaw
{
  public:
    /** The numbers of a switch. */
    struct Parameters
    {
        double utilization{0.95}; //!< in (0, 1]
        double rise{0.1};         //!< Rup, finite and above 0
        double fall{0.8};         //!< Rdn, finite and above 0
        double maxRise{1.5};      //!< ERU, finite and above 1
        double maxFall{0.5};      //!< ERF, in (0, 1)
    };

    /**
     * @param parameters the numbers
     * @param capacity of the port, cells per second, finite and above 0
     * @param rate ERS at the begin, cells per second, above 0
     * @throw std::invalid_argument one of them is not allowed
     */
    CapcLaw(const Parameters& parameters, double capacity, double rate);

    /**
     * An interval has ended.
     * @param length of it, above 0
     * @param count what came
     */
    void EndInterval(AtmTime length, const AbrIntervalCount& count);

    /** @return ERS, cells per second */
    double GetRate() const;

  private:
    Parameters m_parameters; //!< the numbers
    double m_capacity;       //!< of the port, cells per second
    double m_rate;           //!< ERS, cells per second
};

/**
 * @ingroup atm-abr
 * @brief Phantom: a session that is not there gets what the others leave, and they get as much.
 *
 *     D = capacity - rate of all cells that came;     e = D - MACR
 *     DEV = DEV + h (|e| - DEV)
 *     a = rise if e > 0, else fall
 *     MACR = max(1, MACR + a MACR / (MACR + DEV) e),     a VC gets u MACR
 *
 * Where n sources use all they get, MACR rests at C / (1 + u n). Y. Afek, Y. Mansour, Z. Ostfeld,
 * "Phantom: a simple and effective flow control scheme", SIGCOMM 1996, and S. Kalyanaraman's thesis
 * (1997), 4.8, have the idea, the factor u, the different gains for growth and decrease, and that a
 * large mean deviation lowers them. How it does is not public: the factor MACR / (MACR + DEV), and
 * the values of the gains, are ours. With h = 0 there is none of it. A loop without delay is stable
 * while a MACR / (MACR + DEV) (1 + u n) < 2.
 */
class PhantomLaw
{
  public:
    /** The numbers of a switch. */
    struct Parameters
    {
        double factor{5};           //!< u, finite and above 0
        double rise{1.0 / 64};      //!< gain while D is above MACR, in (0, 1]
        double fall{1.0 / 32};      //!< gain while D is below MACR, in (0, 1]
        double deviationGain{0.25}; //!< h, in [0, 1]
    };

    /**
     * @param parameters the numbers
     * @param capacity of the port, cells per second, finite and above 0
     * @param macr MACR at the begin, cells per second, above 0
     * @throw std::invalid_argument one of them is not allowed
     */
    PhantomLaw(const Parameters& parameters, double capacity, double macr);

    /**
     * An interval has ended.
     * @param length of it, above 0
     * @param count what came
     */
    void EndInterval(AtmTime length, const AbrIntervalCount& count);

    /** @return MACR, cells per second */
    double GetMacr() const;

    /** @return u MACR, the rate of a VC, cells per second */
    double GetRate() const;

  private:
    Parameters m_parameters; //!< the numbers
    double m_capacity;       //!< of the port, cells per second
    double m_macr;           //!< MACR, cells per second
    double m_deviation{0};   //!< DEV, cells per second
};

} // namespace atm

/**
 * @ingroup atm-abr
 * @brief A switch algorithm with one rate for all VCs, which a law changes at the end of each
 * interval.
 *
 * @tparam Law of the rate
 */
template <typename Law>
class AbrCommonRateAlgorithm : public AbrIntervalAlgorithm
{
  protected:
    /**
     * @param parameters of the law
     * @param share first rate, as a part of the capacity of the port
     */
    void StartLaw(const typename Law::Parameters& parameters, double share)
    {
        m_law.emplace(parameters, GetCapacity(), share * GetCapacity());
        SetShare(m_law->GetRate());
    }

    /**
     * The explicit rate is at most the share.
     * @param now time, ps
     * @param vc of the cell
     * @param ccr current cell rate of its source, cells/s
     * @param queue length, cells
     * @param feedback of the cell
     */
    void DoBackwardRm(AtmTime now,
                      uint32_t vc,
                      double ccr,
                      int64_t queue,
                      AbrFeedback& feedback) override
    {
        feedback.er = std::min(feedback.er, m_law->GetRate());
    }

  private:
    void DoEndInterval(AtmTime length, const AbrIntervalCount& count) override
    {
        m_law->EndInterval(length, count);
        SetShare(m_law->GetRate());
    }

    std::optional<Law> m_law; //!< from the start on
};

/**
 * @ingroup atm-abr
 * @brief CAPC2: the rate of atm::CapcLaw for all VCs, and CI while the queue is long.
 */
class CapcAlgorithm : public AbrCommonRateAlgorithm<atm::CapcLaw>
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoStart() override;
    void DoBackwardRm(AtmTime now,
                      uint32_t vc,
                      double ccr,
                      int64_t queue,
                      AbrFeedback& feedback) override;

    double m_utilization;  //!< attribute TargetUtilization
    double m_rise;         //!< attribute Rise
    double m_fall;         //!< attribute Fall
    double m_maxRise;      //!< attribute MaxRise
    double m_maxFall;      //!< attribute MaxFall
    uint32_t m_threshold;  //!< attribute Threshold
    double m_initialShare; //!< attribute InitialShare
};

/**
 * @ingroup atm-abr
 * @brief Phantom, the law of atm::PhantomLaw; the share is the rate of a VC, u MACR.
 */
class PhantomAlgorithm : public AbrCommonRateAlgorithm<atm::PhantomLaw>
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoStart() override;

    double m_factor;        //!< attribute Factor
    double m_rise;          //!< attribute Rise
    double m_fall;          //!< attribute Fall
    double m_deviationGain; //!< attribute DeviationGain
    double m_initialShare;  //!< attribute InitialShare
};

} // namespace ns3

#endif // ATM_ABR_COMMON_RATE_H
