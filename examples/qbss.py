# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A scavenger under stock applications: qbss-example in Python, with the same lines.

./lab run qbss.py
./lab run qbss.py --ping=0
./lab run qbss.py --scheduler=ns3::QbssDrrScheduler
"""

import argparse

from burstlab.bindings import load

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument(
    "--scheduler", default="ns3::QbssScfqScheduler", help="A QbssScheduler, with its attributes"
)
parser.add_argument(
    "--ping", type=int, default=46, help="DSCP of the pings: 46 Priority, 0 BE, 8 QBSS"
)
given = parser.parse_args()

ns = load(
    *("internet", "internet-apps", "point-to-point", "traffic-control", "applications", "qbss")
)
ns.Config.SetDefault("ns3::TcpSocket::SegmentSize", ns.UintegerValue(1448))

nodes = ns.NodeContainer(4)  # bulk transfers and pings, two routers, a host
ns.InternetStackHelper().Install(nodes)
addresses = ns.Ipv4AddressHelper("10.1.0.0", "255.255.255.0")
links = []
for i, rate in enumerate(("100Mbps", "10Mbps", "100Mbps")):
    link = ns.PointToPointHelper()
    link.SetDeviceAttribute("DataRate", ns.StringValue(rate))
    links.append(link.Install(nodes.Get(i), nodes.Get(i + 1)))
    host = addresses.Assign(links[i]).GetAddress(1)
    addresses.NewNetwork()
ns.Ipv4GlobalRoutingHelper.PopulateRoutingTables()

qbss = ns.QbssHelper()
qbss.SetDiscAttribute("Scheduler", ns.StringValue(given.scheduler))
disc = ns.DynamicCast[ns.QbssQueueDisc](qbss.Install(links[1]).Get(0))

sinks = []
for dscp, start, stop in ((8, 0, 9), (0, 3, 6)):
    to = ns.InetSocketAddress(host, 5000 + dscp).ConvertTo()
    bulk = ns.BulkSendHelper("ns3::TcpSocketFactory", to)
    bulk.SetAttribute("MaxBytes", ns.UintegerValue(0))  # without end
    sender = bulk.Install(nodes.Get(0))
    sender.Start(ns.Seconds(start))
    sender.Stop(ns.Seconds(stop))
    ns.QbssHelper.SetDscp(sender, dscp)
    sink = ns.PacketSinkHelper("ns3::TcpSocketFactory", to).Install(nodes.Get(3)).Get(0)
    sinks.append(ns.DynamicCast[ns.PacketSink](sink))
pings = ns.PingHelper(host.ConvertTo())
pings.SetAttribute("Interval", ns.StringValue("50ms"))
pings.SetAttribute("VerboseMode", ns.StringValue("Silent"))
ns.QbssHelper.SetDscp(pings.Install(nodes.Get(0)), given.ping)

print("  s  QBSS, Mb/s  BE, Mb/s  wait in the class of the pings, us")
had, packets, waited = [0, 0], 0, 0
for second in range(1, 10):
    ns.Simulator.Stop(ns.Seconds(1))
    ns.Simulator.Run()
    has = [sink.GetTotalRx() for sink in sinks]
    rates = [(now - before) * 8 / 1e6 for now, before in zip(has, had, strict=True)]
    account = disc.GetAccount({8: 0, 0: 1}.get(given.ping, 2))
    wait = (account.waited.GetNanoSeconds() - waited) // 1000
    wait //= max(account.packets - packets, 1)
    print(f"{second:3}{rates[0]:12.2f}{rates[1]:10.2f}{wait:36}")
    had, packets, waited = has, account.packets, account.waited.GetNanoSeconds()
ns.Simulator.Destroy()
