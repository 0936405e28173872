/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-nws-forecaster.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/string.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NwsForecaster);

TypeId
NwsForecaster::GetTypeId()
{
    const auto untilUse =
        burst::MakeAccessorsUntil(&NwsForecaster::HasBegun, "the first value or forecast");
    static TypeId tid =
        TypeId("ns3::NwsForecaster")
            .SetParent<Forecaster>()
            .SetGroupName("Iepm")
            .AddConstructor<NwsForecaster>()
            .AddAttribute("Among",
                          "Forecasters, with semicolons between them. None knows the time of day.",
                          StringValue("ns3::MovingAverageForecaster[Length=1];"
                                      "ns3::MeanForecaster;"
                                      "ns3::MovingAverageForecaster[Length=3];"
                                      "ns3::MovingAverageForecaster[Length=5];"
                                      "ns3::MovingAverageForecaster[Length=10];"
                                      "ns3::MovingAverageForecaster[Length=20];"
                                      "ns3::MovingMedianForecaster[Length=5];"
                                      "ns3::MovingMedianForecaster[Length=21];"
                                      "ns3::MovingAverageForecaster[Length=10|Trim=2];"
                                      "ns3::EwmaForecaster[Gain=0.1];"
                                      "ns3::EwmaForecaster[Gain=0.3];"
                                      "ns3::EwmaForecaster[Gain=0.5]"),
                          untilUse(MakeStringAccessor(&NwsForecaster::m_text)),
                          MakeStringChecker())
            .AddAttribute("Absolute",
                          "Whether errors count as they are, not by their squares.",
                          BooleanValue(false),
                          untilUse(MakeBooleanAccessor(&NwsForecaster::m_absolute)),
                          MakeBooleanChecker());
    return tid;
}

bool
NwsForecaster::HasBegun() const
{
    return !m_among.empty();
}

void
NwsForecaster::Observe(const ForecastMoment& moment, double value)
{
    Begin();
    for (std::size_t i = 0; i < m_among.size(); ++i)
    {
        const double error = m_among[i]->Forecast(moment) - value;
        if (!std::isnan(error))
        {
            m_errors[i] += m_absolute ? std::abs(error) : error * error;
        }
        m_among[i]->Observe(moment, value);
    }
}

double
NwsForecaster::Forecast(const ForecastMoment& moment)
{
    Begin();
    const auto best = std::min_element(m_errors.begin(), m_errors.end()) - m_errors.begin();
    return m_among[best]->Forecast(moment);
}

void
NwsForecaster::DoDispose()
{
    m_among.clear();
    Forecaster::DoDispose();
}

void
NwsForecaster::Begin()
{
    if (!m_among.empty())
    {
        return;
    }
    std::vector<Ptr<Forecaster>> among; // a wrong text leaves nothing half made
    std::istringstream texts(m_text);
    for (std::string text; std::getline(texts, text, ';');)
    {
        among.push_back(burst::CreateFromText<Forecaster>(text));
    }
    if (among.empty())
    {
        throw std::invalid_argument("Among is empty; it is a list of forecasters, as "
                                    "ns3::EwmaForecaster;ns3::MeanForecaster");
    }
    m_errors.assign(among.size(), 0);
    m_among = std::move(among);
}

} // namespace ns3
