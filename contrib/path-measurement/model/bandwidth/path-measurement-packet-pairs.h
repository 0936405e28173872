/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_PACKET_PAIRS_H
#define PATH_MEASUREMENT_PACKET_PAIRS_H

#include "ns3/path-measurement-probe-train.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::measurement
{

/**
 * @ingroup path-measurement
 * @brief Dispersions of packet pairs and trains, and what four tools make of them.
 *
 * Two packets of L bytes that leave a link of capacity C one after the other are D = 8L/C apart. A
 * train of two packets is a pair. Of no use are trains of which a packet was lost or out of order,
 * and pairs whose packets have the same time stamp, which the clock of the receiver did not
 * resolve. Rates are in bit/s, of IP packets.
 */
class PacketPairs
{
  public:
    /** Rates of pairs that are alike: a local mode of their distribution. */
    struct Mode
    {
        double low;     //!< least rate of its central window
        double high;    //!< greatest rate of that
        double median;  //!< of the rates in that
        uint32_t count; //!< pairs in that
    };

    /** What ABwE tells. */
    struct Abwe
    {
        double capacity; //!< 8L / least dispersion, "DBCap"
        double cross;    //!< rate of the other traffic, "Xtr"
    };

    PacketPairs() = default;
    /** @param trains that are added */
    explicit PacketPairs(const std::vector<ProbeTrain>& trains);

    /** @param train of packets, which is used if it is whole and has two packets or more */
    void Add(const ProbeTrain& train);

    uint32_t GetWhole() const;      //!< @return trains and pairs that came whole
    uint32_t GetUnresolved() const; //!< @return whole pairs and trains without any dispersion

    /**
     * Local modes. The window of the given width that has most pairs is a mode; to it belong its
     * neighbours as long as they get emptier; the next mode is found among the rest.
     *
     * @param width of a window, as a share of the median of all rates, above 0
     * @return modes with 2 % of the pairs or more, in order of rates
     */
    std::vector<Mode> GetModes(double width) const;

    /** @return asymptotic dispersion rate: the mean of the rates (N - 1) 8L / (time from the first
     * to the last packet) of trains of more than two (Dovrolis et al., INFOCOM 2001) */
    std::optional<double> GetDispersionRate() const;

    /**
     * Capacity as pathrate finds it: the median of the first mode of the pairs that is not below
     * the dispersion rate, because that rate is never above the capacity (Dovrolis et al., 2001).
     *
     * @param width of a window of modes, see GetModes() @return capacity
     */
    std::optional<double> GetCapacity(double width) const;

    /** @return of each train 8L / (median of the gaps that are not 0), and of these rates the
     * median: our reading of pipechar, of which no paper tells the law */
    std::optional<double> GetMedianGapRate() const;
    std::optional<double> GetMinGapRate() const; //!< @return the least of these rates

    /** @return capacity C = 8L/Dmin and cross traffic C Dx / (Dmin + Dx) of ABwE, Dmin the least
     * dispersion of pairs, Dx the mean of what is above (our reading of its paper). C minus cross
     * is 8L / mean dispersion. */
    std::optional<Abwe> GetAbwe() const;

    /** @return available bandwidth by spruce's gap model, the mean over pairs of
     * C (1 - (Dout - Din) / Din), where pairs are sent with Din = 8L/C (Strauss et al., IMC 2003);
     * 0 if that is negative, C if it is more */
    std::optional<double> GetAvailable() const;

  private:
    /** A pair or train that came whole. */
    struct Train
    {
        double bits;              //!< of a packet
        double sent;              //!< from the first to the last packet, in s, by the sender
        double received;          //!< the same, by the receiver
        std::vector<double> gaps; //!< between packets in s, by the receiver
    };

    /** @return those of two packets that the clock resolved */
    std::vector<const Train*> GetPairs() const;
    std::vector<double> GetGapRates() const; //!< @return of each train by the median of its gaps

    std::vector<Train> m_trains; //!< in their order
};

} // namespace ns3::measurement

#endif // PATH_MEASUREMENT_PACKET_PAIRS_H
