/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_MARKING_H
#define ATM_ABR_MARKING_H

#include "atm-abr-switch-algorithm.h"

#include "ns3/atm-abr-rm-content.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <optional>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Whether a queue is congested, by one threshold or by two.
 *
 *     q > high:          congested
 *     q <= low:          free
 *     low < q <= high:   as before (hysteresis); if not congested, and if asked for: no increase
 *
 * With low = high there is no hysteresis, and congested is q > high. The state changes when it is
 * read, not when the queue changes: decisions of a switch depend only on the queue at the cells at
 * which it decides.
 */
class AbrThreshold
{
  public:
    /** The numbers of a threshold. */
    struct Parameters
    {
        int64_t high{500};      //!< Qt, cells, at least 1
        int64_t low{500};       //!< cells, 0 to high
        bool noIncrease{false}; //!< whether there is NO_INCREASE; only with low < high
    };

    /** What is found. */
    enum Level : uint8_t
    {
        FREE,        //!< nothing is to be marked
        NO_INCREASE, //!< NI
        CONGESTED,   //!< EFCI or CI
    };

    /**
     * @param parameters the numbers
     * @throw std::invalid_argument one of them is not allowed
     */
    explicit AbrThreshold(const Parameters& parameters);

    /**
     * @param queue cells
     * @return what is found
     */
    Level Update(int64_t queue)
    {
        m_congested = queue > m_parameters.high || (m_congested && queue > m_parameters.low);
        return m_congested                                           ? CONGESTED
               : m_parameters.noIncrease && queue > m_parameters.low ? NO_INCREASE
                                                                     : FREE;
    }

  private:
    Parameters m_parameters; //!< the numbers
    bool m_congested{false}; //!< as last found
};

/**
 * @ingroup atm-abr
 * @brief The bits that an output port sets: in which cells, and when (AbrThreshold).
 *
 * Where the point is a data cell, the port calls MarkData for every data cell there and sets EFCI
 * in it if the answer is yes; where it is an RM cell, it calls MarkRm for every RM cell there. RM
 * cells get no EFCI. Where the point is BECN, the port calls MakeBecn for every forward RM cell
 * that joins, and its switch sends what comes of it. TM 4.0 (5.10.6) asks of a switch EFCI,
 * relative rates (CI, NI), explicit rates, or a virtual source. In ATM Forum 96-0076 the point
 * decides the results over long links.
 *
 * Intelligent marking leaves CI and NI away where CCR <= DPF share, the share being that of an
 * algorithm at the same port: VCs below the share are not slowed down.
 *
 * What sets bits by other rules is an AbrSwitchAlgorithm. Attributes are set before Start.
 */
class AbrMarking : public Object
{
  public:
    /** The cells that are marked. */
    enum Point : uint8_t
    {
        EFCI_DEPARTURE, //!< EFCI of data cells that leave, by the cells behind them
        EFCI_ARRIVAL,   //!< EFCI of data cells that arrive, by the cells before them
        BACKWARD,       //!< CI and NI of backward RM cells, by the forward queue
        FORWARD,        //!< CI and NI of forward RM cells that leave, by the cells behind them
        BECN, //!< CI of backward RM cells that a switch makes, by the cells before forward ones
    };

    static TypeId GetTypeId(); //!< @return the TypeId
    AbrMarking();

    /**
     * Take the attributes.
     * @param algorithm of the same port, started; it may be null if marking is not intelligent
     * @throw std::invalid_argument attributes that do not go together
     */
    void Start(Ptr<const AbrSwitchAlgorithm> algorithm);

    bool IsStarted() const; //!< @return whether Start was called

    /** @return which cells are marked */
    Point GetPoint() const
    {
        return m_point;
    }

    /** @return whether it marks nothing at a port that never has more than one cell */
    bool IsInert() const
    {
        return m_point != BACKWARD || m_threshold > m_hysteresis;
    }

    /**
     * A data cell is at the point, which is one of EFCI.
     * @param queue other cells of the queue
     * @return whether EFCI is set
     */
    bool MarkData(int64_t queue)
    {
        return m_law.Update(queue) == AbrThreshold::CONGESTED;
    }

    /**
     * An RM cell is at the point, which is one of CI and NI.
     * @param queue other cells of the queue
     * @param ccr CCR of the cell, cells per second
     * @param feedback of the cell, in which bits are set
     */
    void MarkRm(int64_t queue, double ccr, AbrFeedback& feedback)
    {
        const AbrThreshold::Level level = m_law.Update(queue);
        if (!m_intelligent || ccr > m_downPressure * m_algorithm->GetShare())
        {
            feedback.ci = feedback.ci || level == AbrThreshold::CONGESTED;
            feedback.ni = feedback.ni || level == AbrThreshold::NO_INCREASE;
        }
    }

    /**
     * A forward RM cell joins the queue, and the point is BECN.
     * @param now time, ps
     * @param vc number of its VC at the port
     * @param queue cells before it
     * @param ccr CCR of the cell, cells per second
     * @return what a backward RM cell of this VC says that the switch makes, or nothing
     */
    std::optional<AbrRmContent> MakeBecn(AtmTime now, uint32_t vc, int64_t queue, double ccr);

  private:
    Point m_point;                             //!< attribute Point
    uint32_t m_threshold;                      //!< attribute Threshold
    uint32_t m_hysteresis;                     //!< attribute Hysteresis
    bool m_noIncrease;                         //!< attribute NoIncrease
    bool m_intelligent;                        //!< attribute Intelligent
    double m_downPressure;                     //!< attribute DownPressure
    Time m_becnInterval;                       //!< attribute BecnInterval
    bool m_started{false};                     //!< see IsStarted
    AtmTime m_becnTime{0};                     //!< BecnInterval from the start on, ps
    AbrThreshold m_law;                        //!< from the start on
    Ptr<const AbrSwitchAlgorithm> m_algorithm; //!< whose share is asked for
    std::map<uint32_t, AbrBecn> m_becn;        //!< by VC that had a reason
};

} // namespace ns3

#endif // ATM_ABR_MARKING_H
