/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_CHIRP_PROBE_H
#define PATH_MEASUREMENT_CHIRP_PROBE_H

#include "ns3/data-rate.h"
#include "ns3/path-measurement-probe-train.h"
#include "ns3/path-measurement-udp-probe.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::measurement
{

/**
 * @ingroup path-measurement
 * @brief Available bandwidth from a train whose packets come closer and closer: pathChirp.
 *
 * Packet k and the next one are T_k apart, T_(k+1) = T_k / spread, so each gap probes a rate
 * R_k = 8L/T_k. Queueing delays q_k rise during excursions. An excursion begins at i where
 * q_i < q_(i+1) and ends at the first j where q_j - q_i is below the greatest rise in it divided
 * by the decrease factor F. Where delays rise within an excursion of at least B packets
 * that ends, the gap estimates E_k = R_k; from the begin l of the one that does not end on, E_k =
 * R_l; all other gaps estimate that R_l too, or the last rate if every excursion ends. The estimate
 * of the chirp is the mean of E_k weighted by T_k (Ribeiro, Riedi, Baraniuk, Navratil, Cottrell:
 * PAM 2003).
 *
 * In a fluid queue nothing rises before R_k is above the available bandwidth A, and everything
 * after: the estimate is the first R_k above A, between A and A spread.
 */
class Chirp
{
  public:
    /** How excursions are told apart: numbers of the authors' program pathChirp 2.3.7. */
    struct Settings
    {
        double decreaseFactor{1.5}; //!< F, above 1
        uint32_t busyPeriod{5};     //!< B, packets, from 1 on
    };

    /** @param least rate to probe in bit/s, above 0
     * @param most rate to probe, not less
     * @param spread factor between gaps, above 1
     * @param size of packets in bytes
     * @return times of the packets in ns after the first one; the last rate is the first one that
     * is not below the most */
    static std::vector<int64_t> GetTimes(double least, double most, double spread, uint32_t size);

    /** @param settings of excursions. @throw std::invalid_argument one is out of range */
    explicit Chirp(const Settings& settings);

    /** @param chirp that came @return available bandwidth in bit/s; none if a packet was lost or
     * out of order, or the clock of the sender did not resolve a gap */
    std::optional<double> GetAvailable(const ProbeTrain& chirp) const;

  private:
    /** @param delays of the packets
     * @param begin where they rise
     * @return where the excursion that begins there ends; the number of delays: nowhere */
    std::size_t FindEnd(const std::vector<double>& delays, std::size_t begin) const;

    Settings m_settings; //!< of excursions
};

} // namespace ns3::measurement

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

    Values Estimate(const std::vector<measurement::ProbeTrain>& trains) const override;

  private:
    void DoStart() override;
    std::vector<int64_t> GetTimes() const; //!< @return of the packets of a chirp, ns
    measurement::TrainPlan MakePlan(const Draw& draw) const override;
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
