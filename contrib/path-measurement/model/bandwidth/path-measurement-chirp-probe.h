/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_CHIRP_PROBE_H
#define PATH_MEASUREMENT_CHIRP_PROBE_H

#include "ns3/data-rate.h"
#include "ns3/path-measurement-udp-probe.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief pathChirp: available bandwidth from trains whose packets come closer and closer; see
 * Chirp.
 *
 * Numbers: "available" in bit/s, the mean over the chirps that came whole, and how many these are,
 * "chirps". The defaults are those of the authors' program pathChirp 2.3.7. That program moves the
 * range of rates when the estimate comes near to its ends; here the range stays.
 */
class ChirpProbe : public UdpProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    Values Estimate(const std::vector<ProbeTrain>& trains) const override;

  private:
    void DoStart() override;
    std::vector<int64_t> GetTimes() const; //!< @return of the packets of a chirp, ns
    TrainPlan MakePlan(const Draw& draw) const override;
    void Conclude(const Values& values, bool current) override;

    DataRate m_lowRate;     //!< attribute LowRate
    DataRate m_highRate;    //!< attribute HighRate
    double m_spread;        //!< attribute SpreadFactor
    uint32_t m_size;        //!< attribute PacketSize
    uint32_t m_chirps;      //!< attribute Chirps
    DataRate m_averageRate; //!< attribute AverageRate
    double m_decrease;      //!< attribute DecreaseFactor
    uint32_t m_busyPeriod;  //!< attribute BusyPeriod
};

} // namespace ns3

#endif // PATH_MEASUREMENT_CHIRP_PROBE_H
