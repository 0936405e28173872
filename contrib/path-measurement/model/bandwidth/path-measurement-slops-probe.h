/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_SLOPS_PROBE_H
#define PATH_MEASUREMENT_SLOPS_PROBE_H

#include "path-measurement-slops.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-udp-probe.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief pathload: the range of the available bandwidth, by streams of different rates whose
 * one-way delays increase or not; see SlopsSearch, SlopsFleet, OneWayTrend.
 *
 * First a train of 50 packets tells the dispersion rate of the path, the first rate of streams and
 * the measure of the resolution. Numbers in bit/s: "dispersion_rate"; "available_low" and
 * "available_high", the range; "available", its middle; "grey", the width of the grey region; and
 * "fleets", rounds of streams.
 *
 * The defaults are those of the authors' program, pathload 1.3.2 of 2006: NUM_STREAM, STREAM_LEN,
 * TRAIN_LEN and MIN_PKT_SZ of pathload_gbls.h, spacing and resolutions of pathload_rcv.c and
 * pathload_rcv_func.c, the pause of pathload_snd_func.c. MinRate and MaxRate are ours: the
 * program takes them from its packets and the timers of its hosts. Left out: the program waits a
 * round trip after a stream if that is longer than nine streams, retries a train that lost packets,
 * and has other rules for hosts whose interrupts come late.
 */
class SlopsProbe : public UdpProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    Values Estimate(const std::vector<measurement::ProbeTrain>& trains) const override;
    Time GetExpectedDuration(double rate, Time roundTrip) const override;
    double GetExpectedBytes(double rate) const override;
    bool IsHeavy() const override;

  protected:
    void DoDispose() override;

  private:
    void DoStart() override;
    measurement::TrainPlan MakePlan(const Draw& draw) const override;
    void Begin() override;
    void Conclude(const Values& values, bool current) override;

    /** @param dispersion rate of the path in bit/s, 0: not known @return a search at its begin */
    measurement::SlopsSearch MakeSearch(double dispersion) const;
    measurement::TrainPlan MakeTrain() const; //!< @return what tells the dispersion rate
    measurement::TrainPlan MakeFleet(
        double rate) const; //!< @param rate of the streams in bit/s @return they
    /** Search without a network. @param rate that is available @return all that would be sent */
    std::vector<measurement::TrainPlan> Rehearse(double rate) const;

    DataRate m_leastRate; //!< attribute MinRate
    DataRate m_mostRate;  //!< attribute MaxRate
    double m_resolution;  //!< attribute Resolution
    uint32_t m_streams;   //!< attribute Streams
    uint32_t m_length;    //!< attribute StreamLength
    uint32_t m_size;      //!< attribute PacketSize
    Time m_spacing;       //!< attribute Spacing
    double m_idle;        //!< attribute Idle
    double m_pct;         //!< attribute PctThreshold
    double m_pdt;         //!< attribute PdtThreshold

    std::optional<measurement::SlopsSearch> m_search; //!< while it measures, after the train
};

} // namespace ns3

#endif // PATH_MEASUREMENT_SLOPS_PROBE_H
