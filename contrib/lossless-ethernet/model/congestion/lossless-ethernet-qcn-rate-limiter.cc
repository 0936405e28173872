/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-qcn-rate-limiter.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>

namespace ns3::lossless
{

using burst::CheckParameter;

void
QcnRateLimiter::Check(const Parameters& p)
{
    constexpr int64_t MOST = 1'000'000'000'000'000;
    const auto positive = [](double value) { return std::isfinite(value) && value > 0; };
    const auto notNegative = [](double value) { return std::isfinite(value) && value >= 0; };
    const auto counts = [](int64_t limit) { return limit >= 2 && limit <= MOST; };
    const std::string above = "finite numbers above 0";
    const std::string from = "finite numbers from 0 on";
    CheckParameter(positive(p.lineRate),
                   "the rate C of the link, in bits per second,",
                   p.lineRate,
                   above);
    CheckParameter(positive(p.minRate) && p.minRate <= p.lineRate,
                   "the lowest rate Rmin, in bits per second,",
                   p.minRate,
                   "rates above 0, up to that of the link, " + burst::WriteDouble(p.lineRate));
    CheckParameter(counts(p.timeReset), "the timer, in ns,", p.timeReset, "times from 2 to 1e15");
    CheckParameter(counts(p.byteReset), "the byte counter", p.byteReset, "bytes from 2 to 1e15");
    CheckParameter(p.threshold >= 1, "the threshold of stages", p.threshold, "numbers from 1 on");
    CheckParameter(notNegative(p.activeIncrease),
                   "the active increase, in bits per second,",
                   p.activeIncrease,
                   from);
    CheckParameter(notNegative(p.hyperIncrease),
                   "the hyper increase, in bits per second,",
                   p.hyperIncrease,
                   from);
    CheckParameter(positive(p.decreaseGain), "the gain Gd", p.decreaseGain, above);
    CheckParameter(p.minDecreaseFactor > 0 && p.minDecreaseFactor <= 1,
                   "the smallest factor of a decrease",
                   p.minDecreaseFactor,
                   "numbers above 0, up to 1");
    CheckParameter(p.jitter >= 0 && p.jitter < 1,
                   "the jitter of timer and byte counter",
                   p.jitter,
                   "numbers from 0 to below 1");
}

QcnRateLimiter::QcnRateLimiter(const Parameters& parameters, traffic::StreamRandom& random)
    : m_parameters(&parameters),
      m_random(&random)
{
    Settle(parameters.lineRate, NEVER);
}

double
QcnRateLimiter::GetTargetRate() const
{
    return m_targetRate;
}

uint32_t
QcnRateLimiter::GetByteStage() const
{
    return m_byteStage;
}

uint32_t
QcnRateLimiter::GetTimeStage() const
{
    return m_timeStage;
}

int64_t
QcnRateLimiter::Draw(int64_t limit, uint32_t stage)
{
    const double full = stage < m_parameters->threshold ? limit : 0.5 * limit;
    const double factor = 1 + m_parameters->jitter * (2 * m_random->Uniform() - 1);
    return std::max<int64_t>(std::llround(full * factor), 1);
}

double
QcnRateLimiter::Raise()
{
    const Parameters& p = *m_parameters;
    const uint32_t lower = std::min(m_byteStage, m_timeStage);
    const uint32_t higher = std::max(m_byteStage, m_timeStage);
    if ((m_byteStage == 1 || m_timeStage == 1) && m_targetRate > 10 * GetRate())
    {
        m_targetRate /= 8;
    }
    else if (p.hyper == FROM_THRESHOLD ? lower >= p.threshold : lower > p.threshold)
    {
        const uint32_t above = lower - p.threshold;
        const uint32_t times = p.hyper == CONSTANT ? 1 : above + (p.hyper == FROM_THRESHOLD);
        m_targetRate += p.hyperIncrease * times;
    }
    else if (higher >= p.threshold)
    {
        m_targetRate += p.activeIncrease;
    }
    return (GetRate() + m_targetRate) / 2;
}

void
QcnRateLimiter::Settle(double rate, int64_t nextTime)
{
    const double lineRate = m_parameters->lineRate;
    if (rate < lineRate)
    {
        SetState(false, rate, nextTime, CongestionMessage::NOBODY);
        return;
    }
    m_targetRate = lineRate;
    m_byteStage = 0;
    m_timeStage = 0;
    SetBytesLeft(NEVER);
    SetState(true, lineRate, NEVER, CongestionMessage::NOBODY);
}

void
QcnRateLimiter::Receive(int64_t now, const CongestionMessage& message)
{
    if (message.kind != CongestionMessage::QUANTIZED || message.quantized == 0)
    {
        return;
    }
    const Parameters& p = *m_parameters;
    if (IsFree() || m_byteStage != 0)
    {
        m_targetRate = GetRate();
        SetBytesLeft(Draw(p.byteReset, 0));
    }
    m_byteStage = 0;
    m_timeStage = 0;
    const double factor = std::max(1 - p.decreaseGain * message.quantized, p.minDecreaseFactor);
    Settle(std::max(p.minRate, GetRate() * factor), now + Draw(p.timeReset, 0));
}

void
QcnRateLimiter::NotifyByteCounterExpired(int64_t /* now */)
{
    ++m_byteStage;
    SetBytesLeft(Draw(m_parameters->byteReset, m_byteStage));
    Settle(Raise(), GetNextTime());
}

void
QcnRateLimiter::Expire(int64_t now)
{
    while (GetNextTime() <= now)
    {
        ++m_timeStage;
        const int64_t next = GetNextTime() + Draw(m_parameters->timeReset, m_timeStage);
        Settle(Raise(), next);
    }
}

} // namespace ns3::lossless
