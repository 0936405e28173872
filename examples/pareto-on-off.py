# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""ParetoOnOffApplication between two stock nodes: pareto-on-off.cc in Python, with the same rows.

./lab run pareto-on-off.py --sources=20
"""

import argparse

from burstlab.bindings import load

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--sources", type=int, default=10, help="number of ON-OFF sources")
parser.add_argument(
    "--archive", default="pareto-on-off.sqlite", help="archive to which the run is added"
)
parser.add_argument("--run", type=int, default=1, help="run number (random numbers)")
given = parser.parse_args()

ns = load("internet", "point-to-point", "applications", "burst-traffic", "run-archive")
ns.RngSeedManager.SetRun(given.run)


def address(ip):
    return ns.InetSocketAddress(ns.Ipv4Address(ip), 9).ConvertTo()


nodes = ns.NodeContainer(2)
link = ns.PointToPointHelper()
link.SetDeviceAttribute("DataRate", ns.StringValue("100Mbps"))
link.SetChannelAttribute("Delay", ns.StringValue("1ms"))
devices = link.Install(nodes)
ns.InternetStackHelper().Install(nodes)
ns.Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices)
sink = ns.PacketSinkHelper("ns3::UdpSocketFactory", address("0.0.0.0")).Install(nodes.Get(1)).Get(0)

# Time in the process is counted in ticks: here a tick is 100 us, and a source that is ON sends a
# packet every 10 ticks. Tails of index 1.2 in ON and OFF give a Hurst parameter of 0.9.
helper = ns.ArrivalHelper("ns3::UdpSocketFactory", address("10.1.1.2"))
helper.SetProcess(
    f"ns3::ParetoOnOffArrivals[Sources={given.sources}|Spacing=10|OnShape=1.2|OffShape=1.2]"
)
helper.SetAttribute("Tick", ns.TimeValue(ns.MicroSeconds(100)))
helper.SetAttribute("PacketSize", ns.UintegerValue(1000))
source = helper.Install(nodes.Get(0)).Get(0)
ns.ArrivalHelper.AssignStreams(nodes, 1)

identity = ns.archive.RunIdentity()
identity.study = "examples"
identity.scenario = "pareto-on-off"
identity.run = given.run
identity.parameters.push_back(("sources", str(given.sources)))
archive = ns.archive.RunArchive(given.archive)
archive.Begin(identity)
recorder = ns.archive.TraceRecorder(archive)
recorder.Binned("received", "B", sink, "Rx", "sink", ns.MilliSeconds(10))
recorder.Count("sent", "p", source, "Tx")

# In slots of 10 ms, ten packets of a source that is ON.
monitor = ns.CreateObject[ns.BurstinessMonitor]()
monitor.SetAttribute("Slot", ns.TimeValue(ns.MilliSeconds(10)))
monitor.Connect("/NodeList/0/DeviceList/0/$ns3::PointToPointNetDevice/MacTx")
recorder.Statistics(monitor, "link")

ns.Simulator.Stop(ns.Seconds(20))
ns.Simulator.Run()
hurst = monitor.GetEstimate()
recorder.Finish()
archive.Commit(ns.archive.RunCost())
rate = ns.DynamicCast[ns.ArrivalApplication](source).GetProcess().GetMeanRate()
received = ns.DynamicCast[ns.PacketSink](sink).GetTotalRx()
ns.Simulator.Destroy()
print(f"in theory {rate * 80:g} Mb/s, in this run {received * 8 / 20e6:g} Mb/s")
if hurst.acceptable:
    first, last = 10 << hurst.first, 10 << hurst.last
    print(f"H = {hurst.hurst:g} [{hurst.low:g}, {hurst.high:g}] from {first} to {last} ms")
else:
    print("no H:", hurst.reason)
print("wrote", given.archive)
