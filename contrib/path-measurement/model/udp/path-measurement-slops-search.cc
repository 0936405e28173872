/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-slops-search.h"

#include "ns3/burst-core-check.h"

#include <algorithm>

namespace ns3
{

SlopsSearch::SlopsSearch(const Settings& settings)
    : m_settings(settings),
      m_rate(settings.first)
{
    burst::CheckParameter(settings.least > 0, "the least rate", settings.least, "rates above 0");
    burst::CheckParameter(settings.most >= settings.least,
                          "the greatest rate",
                          settings.most,
                          "rates from " + burst::WriteDouble(settings.least) + " bit/s on");
    burst::CheckParameter(settings.first >= settings.least && settings.first <= settings.most,
                          "the first rate",
                          settings.first,
                          "rates from " + burst::WriteDouble(settings.least) + " to " +
                              burst::WriteDouble(settings.most) + " bit/s");
    for (const double width : {settings.resolution, settings.grey})
    {
        burst::CheckParameter(width > 0, "the resolution", width, "bit/s above 0");
    }
}

double
SlopsSearch::GetRate() const
{
    return m_rate;
}

void
SlopsSearch::Hear(Answer answer)
{
    ++m_rounds;
    if (answer == BELOW)
    {
        m_low = m_rate;
    }
    else if (answer == ABOVE)
    {
        m_high = m_rate;
    }
    else
    {
        m_grey = std::min(m_grey.value_or(m_rate), m_rate);
        m_greyTo = std::max(m_greyTo.value_or(m_rate), m_rate);
    }
    // What is available changes: the latest answer is right, and a region that it contradicts is
    // not.
    if (answer != GREY && m_grey &&
        (m_low >= *m_grey || m_high.value_or(*m_greyTo + 1) <= *m_greyTo))
    {
        m_grey.reset();
        m_greyTo.reset();
    }
    Plan(answer == GREY);
}

bool
SlopsSearch::IsDone() const
{
    return m_done;
}

double
SlopsSearch::GetLow() const
{
    return m_low;
}

double
SlopsSearch::GetHigh() const
{
    return m_high.value_or(m_settings.most);
}

uint32_t
SlopsSearch::GetRounds() const
{
    return m_rounds;
}

double
SlopsSearch::GetGrey() const
{
    return m_grey ? *m_greyTo - *m_grey : 0;
}

void
SlopsSearch::Plan(bool grey)
{
    if (!m_high)
    {
        m_done = m_rate >= m_settings.most;
        m_rate = std::min((grey ? 1.5 : 2) * m_rate, m_settings.most);
        return;
    }
    const double bottom = m_grey.value_or(*m_high);
    // below the least rate nothing can be tried
    const double below = bottom <= m_settings.least ? 0 : bottom - m_low;
    const double above = m_grey ? *m_high - *m_greyTo : 0;
    const double enough = m_grey ? m_settings.grey : m_settings.resolution;
    m_done = below <= enough && above <= enough;
    m_rate = std::max(below >= above ? m_low + below / 2 : *m_high - above / 2, m_settings.least);
}

} // namespace ns3
