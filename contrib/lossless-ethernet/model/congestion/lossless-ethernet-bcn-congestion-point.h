/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_BCN_CONGESTION_POINT_H
#define LOSSLESS_ETHERNET_BCN_CONGESTION_POINT_H

#include "lossless-ethernet-bcn-feedback.h"
#include "lossless-ethernet-congestion-point.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * @brief Backward congestion notification, the law of BcnFeedback.
 */
class BcnCongestionPoint : public CongestionPoint
{
  public:
    /** Which frames are sampled. */
    enum Sampling
    {
        RANDOM,        //!< each with the same probability
        BYTE_INTERVAL, //!< one every so many bytes
    };

    static TypeId GetTypeId(); //!< @return the TypeId
    uint32_t GetSetPoint() const override;

  private:
    void DoStart() override;
    lossless::CongestionMessage DoSample(int64_t queue, bool tagged) override;

    lossless::BcnFeedback::Parameters m_parameters; //!< several attributes
    Sampling m_sampling;                            //!< attribute Sampling
    double m_probability;                           //!< attribute SampleProbability
    uint32_t m_interval;                            //!< attribute SampleInterval
    std::optional<lossless::BcnFeedback> m_law;     //!< from the start on
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_BCN_CONGESTION_POINT_H
