/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ping-series.h"

#include "ns3/burst-core-number-text.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <optional>
#include <stdexcept>

namespace ns3
{

namespace
{

constexpr int64_t MOST = 60'000; //!< requests of a probe

} // namespace

PingSeries::PingSeries(const Settings& settings, Ptr<Node> from, Ipv4Address to)
    : m_probe(CreateObject<PingProbe>())
{
    const Time length = settings.end - settings.begin - settings.wait;
    const int64_t count = length.GetTimeStep() / settings.interval.GetTimeStep();
    if (count < 2 || count > MOST)
    {
        const auto write = [](Time time) { return burst::WriteDouble(time.GetSeconds()) + " s"; };
        throw std::invalid_argument("PingInterval is " + write(settings.interval) +
                                    "; allowed is what gives 2 to 60000 pings in " + write(length) +
                                    ", which begin, wait for the last one and end leave");
    }
    m_probe->SetAttribute("Remote", Ipv4AddressValue(to));
    m_probe->SetAttribute("Dscp", UintegerValue(settings.dscp));
    m_probe->SetAttribute("Count", UintegerValue(count));
    m_probe->SetAttribute("Interval", TimeValue(settings.interval));
    m_probe->SetAttribute("Wait", TimeValue(settings.wait));
    m_probe->SetAttribute("Timeout", TimeValue(settings.end));
    m_probe->SetAttribute("Size", UintegerValue(56));
    Simulator::Schedule(settings.begin, [probe = m_probe, from]() {
        probe->Start(from, Callback<void, const MeasurementResult&>([](const auto&) {}));
    });
}

void
PingSeries::Report(const Write& write) const
{
    const auto& trips = m_probe->GetRoundTrips();
    write("sent", trips.GetSent(), "1");
    write("loss", trips.GetLoss(), "1");
    const auto report = [&write](const char* name, std::optional<double> seconds) {
        if (seconds)
        {
            write(name, *seconds * 1000, "ms");
        }
    };
    report("mean", trips.GetMean());
    report("deviation", trips.GetDeviation());
    report("p99", trips.GetQuantile(0.99));
    report("most", trips.GetMax());
}

Ptr<PingProbe>
PingSeries::GetProbe() const
{
    return m_probe;
}

} // namespace ns3
