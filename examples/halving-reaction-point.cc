/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A reaction point of your own, as a plugin: this file is all there is. It becomes a library that
// any program with lossless Ethernet can load.

#include "ns3/data-rate.h"
#include "ns3/lossless-ethernet-reaction-point.h"

#include <algorithm>

namespace ns3
{

/** Makes the limiters of a station. */
class HalvingReactionPoint : public ReactionPoint
{
  public:
    static TypeId GetTypeId();

    DataRate m_step;   // attribute Step
    double m_lineRate; // of the station's link, bits per second

  private:
    void DoStart(double lineRate) override
    {
        m_lineRate = lineRate;
    }

    std::unique_ptr<lossless::RateLimiter> DoMakeLimiter() override;
};

/** Half the rate with each complaint, a step more after each 100 us. */
class HalvingLimiter : public lossless::RateLimiter
{
  public:
    explicit HalvingLimiter(const HalvingReactionPoint& point)
        : m_point(point)
    {
        SetState(true, point.m_lineRate, NEVER, lossless::CongestionMessage::NOBODY);
    }

    void Receive(int64_t now, const lossless::CongestionMessage& message) override
    {
        if (message.kind != lossless::CongestionMessage::POSITIVE)
        {
            Limit(now, std::max(GetRate() / 2, double(m_point.m_step.GetBitRate())));
        }
    }

    void Expire(int64_t now) override
    {
        Limit(now, GetRate() + m_point.m_step.GetBitRate());
    }

  private:
    // The flow is free at the rate of the link, and then needs no timer.
    void Limit(int64_t now, double rate)
    {
        const bool free = rate >= m_point.m_lineRate;
        const int64_t next = free ? NEVER : now + 100'000;
        SetState(free, free ? m_point.m_lineRate : rate, next, lossless::CongestionMessage::NOBODY);
    }

    const HalvingReactionPoint& m_point;
};

NS_OBJECT_ENSURE_REGISTERED(HalvingReactionPoint);

TypeId
HalvingReactionPoint::GetTypeId()
{
    static TypeId tid = TypeId("ns3::HalvingReactionPoint")
                            .SetParent<ReactionPoint>()
                            .SetGroupName("Examples")
                            .AddConstructor<HalvingReactionPoint>()
                            .AddAttribute("Step",
                                          "Rate that is added each time, and the lowest one.",
                                          DataRateValue(DataRate("100Mbps")),
                                          MakeDataRateAccessor(&HalvingReactionPoint::m_step),
                                          MakeDataRateChecker());
    return tid;
}

std::unique_ptr<lossless::RateLimiter>
HalvingReactionPoint::DoMakeLimiter()
{
    return std::make_unique<HalvingLimiter>(*this);
}

} // namespace ns3
