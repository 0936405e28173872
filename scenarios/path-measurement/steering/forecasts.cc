/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "forecasts.h"

#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

const Time CONNECTING = Minutes(1);       //!< for login and handshake, at most
constexpr uint64_t ENDLESS = 1ULL << 50U; //!< bytes of the file of a test, which its time ends

} // namespace

SteeringForecasts::SteeringForecasts(const Settings& settings, Ptr<Node> node)
    : m_settings(settings),
      m_node(node)
{
}

uint32_t
SteeringForecasts::AddSite(const std::string& site, Ipv4Address address)
{
    auto& added = *m_sites.emplace_back(std::make_unique<Site>());
    added.name = site;
    added.address = address;
    added.forecaster = m_settings.forecaster.Create<Forecaster>();
    return m_sites.size() - 1;
}

void
SteeringForecasts::ScheduleTest(uint32_t site, Time at)
{
    Simulator::Schedule(at - Simulator::Now(), [this, &tested = *m_sites[site]]() {
        const auto probe = m_settings.copy.Create<CopyProbe>();
        probe->SetAttribute("Remote", Ipv4AddressValue(tested.address));
        probe->SetAttribute("Size", UintegerValue(ENDLESS));
        probe->SetAttribute("TimeLimit", TimeValue(m_settings.length));
        probe->SetAttribute("Timeout", TimeValue(m_settings.length + CONNECTING));
        probe->Start(m_node,
                     Callback<void, const MeasurementResult&>(
                         [this, &tested](const MeasurementResult& result) {
                             NotifyResult(tested, result);
                         }));
    });
}

void
SteeringForecasts::NotifyResult(Site& site, const MeasurementResult& result)
{
    m_rows.Add("copy", m_settings.monitor, site.name, site.tests++, result);
    // The rate while data come: a start is a small part of a long transfer, and not of a test.
    if (result.status != MeasurementResult::OK || !result.Has("wire_throughput"))
    {
        return;
    }
    iepm::ForecastMoment moment;
    moment.time = result.begin.GetSeconds();
    site.last = moment.time;
    const double value = result.Get("wire_throughput");
    const double forecast = site.forecaster->Forecast(moment);
    if (forecast > 0)
    {
        site.band.Observe(forecast, value);
    }
    if (value > 0)
    {
        site.forecaster->Observe(moment, value);
    }
}

iepm::DurationForecast
SteeringForecasts::GetForecast(uint32_t site) const
{
    return iepm::DurationForecast(
        [&forecast = *m_sites[site]](Time time) {
            iepm::ForecastMoment moment;
            moment.time = std::max(time.GetSeconds(), forecast.last);
            return forecast.forecaster->Forecast(moment);
        },
        m_settings.slot);
}

std::pair<double, double>
SteeringForecasts::GetBand(uint32_t site) const
{
    return m_sites[site]->band.GetBounds(1);
}

const MeasurementRows&
SteeringForecasts::GetRows() const
{
    return m_rows;
}

} // namespace ns3
