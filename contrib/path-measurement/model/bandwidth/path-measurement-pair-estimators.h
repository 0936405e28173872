/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_PAIR_ESTIMATORS_H
#define PATH_MEASUREMENT_PAIR_ESTIMATORS_H

#include "path-measurement-packet-pairs.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/path-measurement-probe-train.h"
#include "ns3/path-measurement-udp-probe.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief The packet pairs or short trains of a tool, and its estimates from their dispersions.
 */
class PairEstimator : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param draw exponential with the mean 1, for what is random @return pairs and trains */
    virtual measurement::TrainPlan MakePlan(const UdpProbe::Draw& draw) const = 0;
    /** @param pairs that came, and trains @return numbers; one that cannot be known is left out */
    virtual UdpProbe::Values Estimate(const measurement::PacketPairs& pairs) const = 0;
};

/**
 * @ingroup path-measurement
 * @brief Capacity as pathrate finds it: the first mode of packet pairs that is not below the
 * dispersion rate of long trains.
 *
 * Numbers: "capacity", "dispersion_rate" in bit/s, and "modes". If no mode is found, as with a
 * clock that does not resolve pairs, there is the dispersion rate alone, a lower bound of the
 * capacity. The authors' program pathrate 2.4.1 sends 1000 pairs of different sizes, so that modes
 * below the capacity get weak, then 500 trains of up to 50 packets, and takes 15 minutes; the
 * defaults here are 100 trains and 40 s. It chooses the narrowest and strongest mode; here the
 * first one is chosen, as in its paper of 2001.
 */
class PathrateEstimator : public PairEstimator
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    measurement::TrainPlan MakePlan(const UdpProbe::Draw& draw) const override;
    UdpProbe::Values Estimate(const measurement::PacketPairs& pairs) const override;

  private:
    uint32_t m_pairs;     //!< attribute Pairs
    uint32_t m_trains;    //!< attribute Trains
    uint32_t m_length;    //!< attribute TrainLength
    uint32_t m_size;      //!< attribute PacketSize
    uint32_t m_leastSize; //!< attribute MinPacketSize
    Time m_pairInterval;  //!< attribute PairInterval
    Time m_interval;      //!< attribute TrainInterval
    double m_width;       //!< attribute ModeWidth
};

/**
 * @ingroup path-measurement
 * @brief ABwE of SLAC, the tool of IEPM-LITE: capacity, cross traffic and what is left, from a few
 * packet pairs.
 *
 * Numbers: "capacity", "cross" and "available", the one less the other, in bit/s; see
 * PacketPairs::GetAbwe(). "available" is 8L / mean dispersion. With pairs that come to the tight
 * link with the gap 8L/C that is C / (1 + X/C) and not C - X: too much by X^2 / (C + X).
 */
class AbweEstimator : public PairEstimator
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    measurement::TrainPlan MakePlan(const UdpProbe::Draw& draw) const override;
    UdpProbe::Values Estimate(const measurement::PacketPairs& pairs) const override;

  private:
    uint32_t m_pairs; //!< attribute Pairs
    uint32_t m_size;  //!< attribute PacketSize
    Time m_interval;  //!< attribute Interval
};

/**
 * @ingroup path-measurement
 * @brief spruce: available bandwidth from what cross traffic adds to the gap of packet pairs that
 * are sent 8L/C apart, at random times.
 *
 * Number: "available" in bit/s; see PacketPairs::GetAvailable(). The capacity C of the tight link
 * has to be known. Numbers of pairs and bytes, and the mean time between pairs, are those of the
 * authors' program of 2003: Interval, but at least so much that the pairs load 5 % of C.
 */
class SpruceEstimator : public PairEstimator
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    measurement::TrainPlan MakePlan(const UdpProbe::Draw& draw) const override;
    UdpProbe::Values Estimate(const measurement::PacketPairs& pairs) const override;

  private:
    DataRate m_capacity; //!< attribute Capacity
    uint32_t m_pairs;    //!< attribute Pairs
    uint32_t m_size;     //!< attribute PacketSize
    Time m_interval;     //!< attribute Interval
};

/**
 * @ingroup path-measurement
 * @brief A tool of packet pairs and short trains; which one is its Estimator.
 *
 * Numbers: those of the Estimator, "whole", trains and pairs that came whole and in order, and
 * "unresolved", those of them whose packets had the same time stamp.
 */
class PacketPairProbe : public UdpProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    Values Estimate(const std::vector<measurement::ProbeTrain>& trains) const override;

  private:
    measurement::TrainPlan MakePlan(const Draw& draw) const override;
    void Conclude(const Values& values, bool current) override;

    burst::ObjectText m_estimator; //!< attribute Estimator
};

} // namespace ns3

#endif // PATH_MEASUREMENT_PAIR_ESTIMATORS_H
