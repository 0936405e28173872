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
    CongestionMessage DoSample(int64_t queue, bool tagged) override;

    uint32_t m_setPoint;              //!< attribute SetPoint
    double m_weight;                  //!< attribute Weight
    uint32_t m_sampleBase;            //!< attribute SampleBase
    double m_jitter;                  //!< attribute Jitter
    std::optional<QcnFeedback> m_law; //!< from the start on
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_QCN_CONGESTION_POINT_H
