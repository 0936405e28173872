/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup burst-core
 *
 * Percentiles of any trace source, given by its Config path: here of a point-to-point device whose
 * packets come at random times. Each option is checked, and a wrong value is refused with one
 * sentence that says what is allowed.
 *
 *     burst-core-example
 *     burst-core-example --interval='ns3::ParetoRandomVariable[Scale=4e-4|Shape=1.5]'
 *     burst-core-example --trace=/NodeList/1/DeviceList/0/MacRx
 *     burst-core-example --interval='ns3::ExponentialRandomVariable[Men=1]'
 */

#include "ns3/burst-core-module.h"
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

#include <iostream>
#include <memory>

using namespace ns3;

/// Collects the values of a trace source: bytes of packets, new values of traced values.
class Collector : public burst::TraceListener
{
  public:
    /// Collects from the start.
    Collector()
        : TraceListener(true)
    {
    }

    burst::LogLinearHistogram histogram; ///< of the values

  private:
    void DoFire(double value) override
    {
        histogram.Add(static_cast<int64_t>(value));
    }
};

/** @param device that sends now and again after each interval @param interval in seconds */
static void
SendPackets(Ptr<NetDevice> device, Ptr<RandomVariableStream> interval)
{
    device->Send(Create<Packet>(1000), device->GetBroadcast(), 0x0800);
    Simulator::Schedule(Seconds(interval->GetValue()), &SendPackets, device, interval);
}

int
main(int argc, char* argv[])
try
{
    std::string trace = "/NodeList/0/DeviceList/0/TxQueue/PacketsInQueue";
    std::string interval = "ns3::ExponentialRandomVariable[Mean=0.001]";
    Time duration = Seconds(100);
    burst::CheckedCommandLine cmd(__FILE__, "Prints percentiles of a trace source.");
    cmd.AddValue("trace", "Config path of the trace source", trace);
    cmd.AddValue("interval",
                 "Times between packets of 1000 bytes, in seconds",
                 interval,
                 burst::MakeObjectTextChecker<RandomVariableStream>());
    cmd.AddValue("duration", "Simulated time", duration, MakeTimeChecker(TimeStep(1)));
    cmd.Parse(argc, argv);

    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    const auto devices = link.Install(NodeContainer(2));
    const burst::ObjectText text(interval, RandomVariableStream::GetTypeId());
    const auto times = text.Create<RandomVariableStream>();
    times->SetStream(1);
    Simulator::ScheduleNow(&SendPackets, devices.Get(0), times);

    const auto collector = std::make_shared<Collector>();
    for (const auto& source : burst::TraceSource::Find(trace))
    {
        source.Connect(collector);
    }
    Simulator::Stop(duration);
    Simulator::Run();
    const auto& histogram = collector->histogram;
    std::cout << text.Write() << ", " << histogram.GetCount() << " values of " << trace << "\n";
    for (const double percent : {50, 90, 99, 100})
    {
        if (histogram.GetCount())
        {
            std::cout << percent << " % are at most " << histogram.GetQuantile(percent / 100)
                      << "\n";
        }
    }
    Simulator::Destroy();
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
