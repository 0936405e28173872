/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_QCN_CONGESTION_POINT_H
#define LOSSLESS_ETHERNET_QCN_CONGESTION_POINT_H

#include "lossless-ethernet-congestion-point.h"
#include "lossless-ethernet-qcn-feedback.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * @brief Quantized congestion notification of IEEE 802.1Qau, the law of QcnFeedback.
 */
class QcnCongestionPoint : public CongestionPoint
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    uint32_t GetSetPoint() const override;

  private:
    void DoStart() override;
    lossless::CongestionMessage DoSample(int64_t queue, bool tagged) override;

    lossless::QcnFeedback::Parameters m_parameters; //!< the attributes
    std::optional<lossless::QcnFeedback> m_law;     //!< from the start on
};

/**
 * @ingroup lossless-ethernet
 * @brief QCN that tells the source of a frame that is stored, not of the one that arrives.
 *
 * F. Neeser et al., "Occupancy sampling for terabit CEE switches", HOTI 2012: where a buffer is not
 * served first come, first served, as that of an input with virtual output queues, the flow with
 * most arrivals need not be the flow that fills the buffer. Their abstract proposes random marking
 * of stored frames; the paper itself is not public. Assumed here: the instants of samples and the
 * feedback are those of QCN, and each stored byte is chosen with the same probability.
 */
class QcnOccupancyCongestionPoint : public QcnCongestionPoint
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    int64_t DoChoose(int64_t queue) override;
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_QCN_CONGESTION_POINT_H
