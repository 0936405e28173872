/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_DESTINATION_EMPIRICAL_H
#define BURST_TRAFFIC_DESTINATION_EMPIRICAL_H

#include "burst-traffic-destination.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief The traffic matrix of a file.
 *
 * The file is text; '#' begins a comment. For n devices it has n rows of n weights; row i holds the
 * weights of source i. Weights are not negative, the diagonal is 0, and each row has a positive
 * weight. A probability is a weight divided by the sum of its row. The sums of the rows have no
 * effect: the arrival process of a source determines how much the source sends.
 *
 * A draw takes O(log n).
 */
class EmpiricalDestinations : public DestinationPattern
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::vector<std::string> GetInputFiles() const override;

  private:
    void DoSetDevices() override;
    uint32_t DoDraw(uint32_t source, traffic::StreamRandom& random) const override;
    double DoGetProbability(uint32_t source, uint32_t destination) const override;

    std::string m_file;                            //!< attribute File
    std::vector<std::vector<double>> m_weights;    //!< the matrix
    std::vector<std::vector<double>> m_cumulative; //!< sums of weights of a row up to a column
};

} // namespace ns3

#endif // BURST_TRAFFIC_DESTINATION_EMPIRICAL_H
