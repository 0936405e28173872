/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_SOURCE_RULES_H
#define ATM_ABR_SOURCE_RULES_H

#include "atm-abr-source-parameters.h"
#include "atm-abr-use-it-or-lose-it.h"

#include "ns3/abort.h"
#include "ns3/atm-abr-rm-content.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief What an ABR source sends next, when, and at which rate (TM 4.0, 5.10.4).
 *
 * The allowed cell rate ACR is ICR at first. The first cell is a forward RM cell. From then on the
 * next cell in rate is
 *
 *     a forward RM cell, if Nrm - 1 cells in rate were sent after the last one, or if Mrm were and
 *         Trm has passed;
 *     else a turned-around cell that waits, if none was sent since then or no data cell waits;
 *     else a data cell.
 *
 * The cell after a cell that was sent at t may be sent from t + 1 / ACR on, with the ACR of t, in
 * ps rounded up. Before a forward RM cell comes the rule for rates that are not used, then what a
 * subclass does, say about forward RM cells without an answer. CCR is the ACR after both.
 *
 * While ACR < TCR only out-of-rate forward RM cells (CLP = 1) are sent, TCR of them per second, to
 * which none of this applies (as in the MPC8260 manual, 30.5.1.1; TM 4.0 allows it and does not ask
 * for it).
 *
 * A caller need not report each data cell when it is sent, but may report any number together, up
 * to GetCellsToForward, before the next event: an RM cell that is sent or received. Subclasses
 * determine the rate.
 */
class AbrSourceRules
{
  public:
    static constexpr AtmTime NEVER = std::numeric_limits<AtmTime>::max(); //!< no time

    /** Kinds of cells. */
    enum Cell
    {
        FORWARD_RM,     //!< forward RM cell in rate
        OUT_OF_RATE_RM, //!< forward RM cell out of rate, CLP = 1
        BACKWARD_RM,    //!< a cell that the destination at this place has turned around, in rate
        DATA,           //!< data cell
        NOTHING,        //!< no cell
    };

    /**
     * @param parameters the numbers
     * @param rule for rates that are not used, of this source alone; none by default
     * @throw std::invalid_argument one of the numbers is not allowed
     */
    explicit AbrSourceRules(const AbrSourceParameters& parameters,
                            Ptr<AbrUseItOrLoseIt> rule = nullptr);
    virtual ~AbrSourceRules() = default;

    /** @return the numbers */
    const AbrSourceParameters& GetParameters() const
    {
        return m_parameters;
    }

    /**
     * @param further cells in rate to be sent before
     * @return ACR after them, cells per second
     */
    double GetRate(uint32_t further = 0) const
    {
        return m_decrease > 0
                   ? std::max(m_parameters.mcr,
                              m_rate - (static_cast<double>(m_cells) + further) * m_decrease)
                   : m_rate;
    }

    /**
     * @param further cells in rate to be sent before the next one
     * @return time from the next cell after them to the one after it, ps
     */
    AtmTime GetGap(uint32_t further = 0) const
    {
        return m_decrease > 0 ? ToGap(GetRate(further)) : m_gap;
    }

    /** @return whether all gaps are equal until an RM cell is sent or comes */
    bool HasEvenGaps() const
    {
        return m_decrease == 0;
    }

    /** @return when the next cell may be sent at the earliest, ps; 0 before the first one */
    AtmTime GetNextTime() const
    {
        return m_next;
    }

    /**
     * @return how many cells in rate, data or backward RM, may be sent before the next has to be a
     * forward RM cell because of their number; 0: that is the next
     */
    uint32_t GetCellsToForward() const
    {
        return m_outOfRate || !m_begun ? 0 : m_parameters.nrm - 1 - m_sent;
    }

    /**
     * After that many further cells, the next cell is a forward RM cell if it is sent at this time
     * or later, whether data wait or not.
     * @param further cells in rate to be sent before
     * @return the time, ps; 0: at once; NEVER: not because of time
     */
    AtmTime GetForwardTime(uint32_t further = 0) const
    {
        if (further >= GetCellsToForward())
        {
            return 0;
        }
        return m_sent + further >= m_parameters.mrm ? m_lastForward + m_parameters.trm : NEVER;
    }

    /** @return whether a turned-around cell was sent after the last forward RM cell */
    bool HasTurned() const
    {
        return m_turned;
    }

    /**
     * @param now time of a cell, not before GetNextTime
     * @param data whether a data cell waits
     * @param backward whether a turned-around cell waits
     * @return what is sent
     */
    Cell GetNextCell(AtmTime now, bool data, bool backward) const
    {
        if (m_outOfRate)
        {
            return OUT_OF_RATE_RM;
        }
        if (now >= GetForwardTime())
        {
            return FORWARD_RM;
        }
        if (backward && !(m_turned && data))
        {
            return BACKWARD_RM;
        }
        return data ? DATA : NOTHING;
    }

    /**
     * Data cells were sent.
     * @param count how many, at least 1, at most GetCellsToForward
     * @param last when the last of them was sent
     */
    void SendData(uint32_t count, AtmTime last)
    {
        NS_ABORT_MSG_IF(count == 0 || count > GetCellsToForward(), "a forward RM cell is missing");
        m_sent += count;
        Pace(count, last);
    }

    /** A turned-around cell was sent in rate. @param now when */
    void SendBackward(AtmTime now)
    {
        SendData(1, now);
        m_turned = true;
    }

    /**
     * A forward RM cell is sent, in rate or not as GetNextCell says.
     * @param now when
     * @return what it says
     */
    AbrRmContent SendForward(AtmTime now);

    /**
     * A backward RM cell has come.
     * @param cell what it says
     */
    void ReceiveBackward(const AbrRmContent& cell);

  protected:
    /** @return forward RM cells in rate since the last backward RM cell with BN = 0 */
    uint32_t GetUnanswered() const
    {
        return m_unanswered;
    }

    /** @param decrease what ACR falls with each cell in rate from now on, cells per second */
    void SetDecrease(double decrease)
    {
        m_decrease = decrease;
    }

  private:
    /**
     * A forward RM cell is about to be sent in rate.
     * @param rate ACR, cells per second
     * @return ACR from now on, not below MCR, not above PCR
     */
    virtual double DoSendForward(double rate) = 0;

    /**
     * A backward RM cell has come. The caller applies ER, MCR and PCR.
     * @param rate ACR, cells per second
     * @param decrease whether CI is set
     * @param increase whether neither CI nor NI is set, and nothing else forbids it
     * @return ACR from now on
     */
    virtual double DoReceiveBackward(double rate, bool decrease, bool increase) = 0;

    /** @param rate cells per second @return time between cells, ps */
    AtmTime ToGap(double rate) const
    {
        return static_cast<AtmTime>(std::ceil(ATM_SECOND / std::max(rate, m_parameters.tcr)));
    }

    /** @param rate ACR from now on, cells per second */
    void SetRate(double rate);

    /**
     * Cells in rate were sent.
     * @param count how many
     * @param last when the last was sent
     */
    void Pace(uint32_t count, AtmTime last)
    {
        m_last = last;
        m_next = last + GetGap(count - 1);
        m_cells += count;
    }

    const AbrSourceParameters m_parameters; //!< the numbers
    Ptr<AbrUseItOrLoseIt> m_rule;           //!< for rates that are not used, or none
    double m_rate;                          //!< ACR when it was last set
    double m_decrease{0};                   //!< what ACR falls with each cell
    uint32_t m_cells{0};                    //!< cells in rate since ACR was last set
    uint32_t m_sent{0};                     //!< cells in rate since the last forward RM cell
    uint32_t m_unanswered{0};               //!< forward RM cells without an answer
    bool m_begun{false};                    //!< whether there was a forward RM cell in rate
    bool m_turned{false};                   //!< whether a backward one was sent after it
    bool m_outOfRate{false};                //!< whether ACR was below TCR when it was set
    AtmTime m_gap{0};                       //!< time between cells, if ACR does not fall
    AtmTime m_last{0};                      //!< time of the last cell
    AtmTime m_next{0};                      //!< earliest time of the next one
    AtmTime m_lastForward{0};               //!< time of the last forward RM cell in rate
};

} // namespace ns3

#endif // ATM_ABR_SOURCE_RULES_H
