/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_SESSION_METER_H
#define ATM_ABR_SESSION_METER_H

#include "ns3/atm-abr-fabric.h"
#include "ns3/atm-abr-sessions.h"
#include "ns3/fabric-ledger.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @param cells how many
 * @param seconds in which
 * @return Mb/s
 */
double GetMbps(double cells, double seconds);

/**
 * @param values any
 * @param share of them
 * @return the smallest one that is at least as large as this share; NaN without any
 */
double GetQuantile(std::vector<double> values, double share);

/** What the sessions of an ATM network carry: counts, means over the measured time, and the ledger
 * of cells. */
class AtmSessionMeter
{
  public:
    /** What was counted of a session until some time. */
    struct Counts
    {
        double waiting{0};   //!< data cells that wait at its source; 0 of a greedy one
        double arrived{0};   //!< data cells that came to its source, or were sent by a greedy one
        double delivered{0}; //!< data cells that came to its destination
        double all{0};       //!< the same with RM cells
    };

    /** What a session did in the time that is measured, Mb/s. */
    struct Means
    {
        double arrived{0}; //!< data cells that came to its source
        double acr{0};     //!< ACR, over all samples; NaN without any
        double data{0};    //!< data cells that came to its destination
        double all{0};     //!< the same with RM cells
    };

    /**
     * @param fabric the network, initialized
     * @param sessions by number of the VC; they outlive this
     * @param duration of the run
     */
    AtmSessionMeter(Ptr<AtmFabric> fabric, const std::vector<AtmSession>& sessions, Time duration);

    /**
     * @param session number
     * @return what was counted of it so far
     */
    Counts GetCounts(uint32_t session);

    void Begin();                //!< The measured time begins.
    void SampleRates();          //!< ACR of now is a sample for its mean.
    uint32_t GetSamples() const; //!< @return calls of SampleRates

    /**
     * @param session number
     * @return what it did since Begin, at the end of the run
     */
    Means GetMeans(uint32_t session);

    void Report(fabric::ConservationLedger& ledger); //!< Enter all cells, at the end of the run.

  private:
    void CountAtEnd(
        uint32_t channel); //!< Count the cells that left the port. @param channel number

    /**
     * @param channel number
     * @return cells that have left the port for it
     */
    uint64_t CountLeft(uint32_t channel);

    const Ptr<AtmFabric> m_fabric;             //!< the network
    const std::vector<AtmSession>& m_sessions; //!< by number of the VC
    const Time m_duration;                     //!< of the run
    Time m_begin;                              //!< of the measured time
    std::vector<Counts> m_before;              //!< at Begin, by session
    std::vector<double> m_rates;               //!< sum of samples of ACR, cells per second
    uint32_t m_samples{0};                     //!< how many
    std::vector<uint64_t> m_left; //!< by channel: cells that left the port and arrive by the end
};

} // namespace ns3

#endif // ATM_ABR_SESSION_METER_H
