/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_USE_IT_OR_LOSE_IT_H
#define ATM_ABR_USE_IT_OR_LOSE_IT_H

#include "atm-abr-source-parameters.h"

#include "ns3/nstime.h"
#include "ns3/object.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief What it costs a source not to use its rate: rule 5 of the source (TM 4.0, 5.10.4).
 *
 * A source has a rule of its own, or none. The source calls the rule before a forward RM cell in
 * rate, but for the first one, and before an increase that a backward RM cell allows. Attributes
 * are set before the first call.
 */
class AbrUseItOrLoseIt : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * @param acr allowed cell rate ACR, cells per second
     * @param idle time T since the last forward RM cell in rate, ps, above 0
     * @param p numbers of the source
     * @return the rate from now on, cells per second; the source takes no higher one
     */
    virtual double UpdateRate(double acr, AtmTime idle, const AbrSourceParameters& p) = 0;

    /**
     * @param acr allowed cell rate ACR, cells per second
     * @param er explicit rate ER of the backward RM cell, cells per second
     * @return whether the source may increase; by default it may
     */
    virtual bool AllowIncrease(double acr, double er);
};

/**
 * @ingroup atm-abr
 * @brief Use it or lose it as in TM 4.0, source behavior 5: if T > ADTF and ACR > ICR, then ACR =
 * ICR.
 */
class AbrUseItOrLoseItAdtf : public AbrUseItOrLoseIt
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    double UpdateRate(double acr, AtmTime idle, const AbrSourceParameters& p) override;

  private:
    Time m_adtf; //!< attribute Adtf
};

/**
 * @ingroup atm-abr
 * @brief Use it or lose it as in the draft of August 1995. The defaults are those of ATM Forum
 * 96-0076.
 *
 *     if T > TOF Nrm / ACR and ACR > ICR:
 *         ACR = max(ICR, ACR - ACR T TDF), and the next increase is skipped
 *
 * TDF = TDFF / RDF times the smallest power of two from PCR on, per second, with the RDF of the
 * draft, Nrm / RDF of TM 4.0 (vocabulary of the ATM Forum). The form of the decrease, and that one
 * increase is skipped, have no public source at hand.
 */
class AbrUseItOrLoseItTimeOut : public AbrUseItOrLoseIt
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * @param p numbers of a source
     * @return TDF, 1/s
     */
    double GetDecreaseFactor(const AbrSourceParameters& p) const;

    double UpdateRate(double acr, AtmTime idle, const AbrSourceParameters& p) override;
    bool AllowIncrease(double acr, double er) override;

  private:
    double m_tof;        //!< attribute TimeOutFactor
    double m_tdff;       //!< attribute DecreaseFactor
    bool m_skips{false}; //!< whether the next increase is skipped
};

/**
 * @ingroup atm-abr
 * @brief The time-based proposal of use it or lose it (S. Kalyanaraman, thesis, 7.1.9).
 *
 *     SR = Nrm / T, ACRmax = max(ICR, TOF SR)
 *     if ACR > ACRmax: ACR = max(ACR (1 - T / Tc), ACRmax)
 *     Tc = max(ADDF FRTT, TBE / PCR)
 *
 * The proposal gives ICR + SR as another ACRmax, and ADDF = 2. That no increase is skipped is
 * assumed.
 */
class AbrUseItOrLoseItTimeBased : public AbrUseItOrLoseIt
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    double UpdateRate(double acr, AtmTime idle, const AbrSourceParameters& p) override;

  private:
    double m_tof;   //!< attribute TimeOutFactor
    double m_addf;  //!< attribute DelayFactor
    Time m_frtt;    //!< attribute Frtt
    uint32_t m_tbe; //!< attribute Tbe
};

/**
 * @ingroup atm-abr
 * @brief The count-based proposal of use it or lose it (S. Kalyanaraman, thesis, 7.1.8).
 *
 *     before a forward RM cell:
 *         SR = Nrm / T, ok = (ACR <= SR + slack)
 *         if it was not raised: if ACR > ICR + SR: ACR = max(ACR (1 - TDF), ICR + SR)
 *         it was not raised
 *     at an increase: allowed if ok, and then it was raised if ACR < ER
 *
 * The part at an increase, and the slack, are those of the thesis. The part before a forward RM
 * cell is reconstructed: a part of the rate for each cell, whatever T is, with the idle rate ICR
 * beyond the rate SR of the source.
 */
class AbrUseItOrLoseItCountBased : public AbrUseItOrLoseIt
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    double UpdateRate(double acr, AtmTime idle, const AbrSourceParameters& p) override;
    bool AllowIncrease(double acr, double er) override;

  private:
    double m_tdf;         //!< attribute DecreaseFactor
    double m_slack;       //!< attribute Slack
    bool m_used{true};    //!< whether the source uses its rate
    bool m_raised{false}; //!< whether the rate was raised since the last forward RM cell
};

} // namespace ns3

#endif // ATM_ABR_USE_IT_OR_LOSE_IT_H
