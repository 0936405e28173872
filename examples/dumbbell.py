# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A stock dumbbell with a recorder attached: dumbbell.cc in Python, with the same rows.

    ./lab run dumbbell.py --queueDisc=ns3::RedQueueDisc

C++ does all the work while the run lasts: Python builds, starts, and reads the file afterwards.
A misspelt attribute or path is an exception.
"""

import argparse

from burstlab.archive import Archive
from burstlab.bindings import load

ns = load(
    "internet",
    "point-to-point",
    "point-to-point-layout",
    "traffic-control",
    "applications",
    "run-archive",
)


def build_dumbbell(queue_disc):
    """Two hosts on each side of 10 Mb/s: a TCP transfer and a bursty UDP flow, left to right."""
    leaf = ns.PointToPointHelper()
    leaf.SetDeviceAttribute("DataRate", ns.StringValue("100Mbps"))
    leaf.SetChannelAttribute("Delay", ns.StringValue("1ms"))
    bottleneck = ns.PointToPointHelper()
    bottleneck.SetDeviceAttribute("DataRate", ns.StringValue("10Mbps"))
    bottleneck.SetChannelAttribute("Delay", ns.StringValue("20ms"))
    bottleneck.SetQueue("ns3::DropTailQueue", "MaxSize", ns.StringValue("10p"))
    dumbbell = ns.PointToPointDumbbellHelper(2, leaf, 2, leaf, bottleneck)
    dumbbell.InstallStack(ns.InternetStackHelper())
    control = ns.TrafficControlHelper()
    control.SetRootQueueDisc(queue_disc)
    control.Install(dumbbell.GetLeft().GetDevice(0))
    dumbbell.AssignIpv4Addresses(
        ns.Ipv4AddressHelper("10.1.1.0", "255.255.255.0"),
        ns.Ipv4AddressHelper("10.2.1.0", "255.255.255.0"),
        ns.Ipv4AddressHelper("10.3.1.0", "255.255.255.0"),
    )
    ns.Ipv4GlobalRoutingHelper.PopulateRoutingTables()

    def address(ip):
        return ns.InetSocketAddress(ip, 5000).ConvertTo()

    any_address = address(ns.Ipv4Address.GetAny())
    ns.PacketSinkHelper("ns3::TcpSocketFactory", any_address).Install(dumbbell.GetRight(0))
    ns.PacketSinkHelper("ns3::UdpSocketFactory", any_address).Install(dumbbell.GetRight(1))
    tcp_sink = address(dumbbell.GetRightIpv4Address(0))
    ns.BulkSendHelper("ns3::TcpSocketFactory", tcp_sink).Install(dumbbell.GetLeft(0))
    bursts = ns.OnOffHelper("ns3::UdpSocketFactory", address(dumbbell.GetRightIpv4Address(1)))
    bursts.SetConstantRate(ns.DataRate("20Mbps"))
    bursts.SetAttribute("OnTime", ns.StringValue("ns3::ExponentialRandomVariable[Mean=0.1]"))
    bursts.SetAttribute("OffTime", ns.StringValue("ns3::ExponentialRandomVariable[Mean=0.9]"))
    bursts.Install(dumbbell.GetLeft(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--queueDisc", default="ns3::FqCoDelQueueDisc", help="TypeId of it")
    parser.add_argument("--archive", default="dumbbell.sqlite", help="archive to add the run to")
    parser.add_argument("--run", type=int, default=1, help="run number (random numbers)")
    given = parser.parse_args()
    ns.RngSeedManager.SetRun(given.run)
    build_dumbbell(given.queueDisc)

    identity = ns.archive.RunIdentity()
    identity.study = "examples"
    identity.scenario = "dumbbell"
    identity.run = given.run
    identity.parameters.push_back(("queueDisc", given.queueDisc))

    archive = ns.archive.RunArchive(given.archive)
    archive.Begin(identity)
    recorder = ns.archive.TraceRecorder(archive)
    queue = "/NodeList/0/$ns3::TrafficControlLayer/RootQueueDiscList/0/"
    recorder.Series("device queue", "p", "/NodeList/0/DeviceList/0/TxQueue/PacketsInQueue")
    recorder.Series("queue disc", "B", queue + "BytesInQueue")
    recorder.Histogram("sojourn", "ns", queue + "SojournTime")
    recorder.Count("dropped", "p", queue + "Drop")
    recorder.Count("lost on the wire", "p", "/NodeList/*/DeviceList/0/PhyTxDrop")
    recorder.Total("received", "B", "/NodeList/*/ApplicationList/*/$ns3::PacketSink/Rx")

    ns.Simulator.Stop(ns.Seconds(10))
    ns.Simulator.Run()
    recorder.Finish()
    archive.Commit(ns.archive.RunCost())
    ns.Simulator.Destroy()
    print(Archive(given.archive).select([identity.GetId()]).scalars("received"))
    print("wrote", given.archive)


if __name__ == "__main__":
    main()
