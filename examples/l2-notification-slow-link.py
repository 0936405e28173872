# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A stock UDP sender and a link that is too slow: l2-notification-slow-link-example in Python.

It prints the same lines.

./lab run l2-notification-slow-link.py
./lab run l2-notification-slow-link.py --off
"""

import argparse

from burstlab.bindings import load

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument(
    "--congestionPoint",
    default="ns3::BcnCongestionPoint[SetPoint=30000|SampleProbability=0.1]",
    help="Congestion point of the port before the slow link",
)
parser.add_argument(
    "--reactionPoint",
    default="ns3::BcnReactionPoint[DecreaseGain=3.3333e-6|IncreaseGain=5e-5|"
    "RateUnit=1Mb/s|MinRate=1Mb/s]",
    help="Reaction point of the sender",
)
parser.add_argument(
    "--off", action="store_true", help="Install neither a congestion point nor a reaction point"
)
given = parser.parse_args()

ns = load("internet", "csma", "traffic-control", "applications", "l2-notification")


def pair(first, second):
    """Two nodes; cppyy does not find the constructor that takes them."""
    both = ns.NodeContainer(first)
    both.Add(second)
    return both


nodes = ns.NodeContainer(3)
csma = ns.CsmaHelper()
csma.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", ns.StringValue("1p"))
csma.SetChannelAttribute("DataRate", ns.StringValue("100Mb/s"))
fast = csma.Install(pair(nodes.Get(0), nodes.Get(1)))
csma.SetChannelAttribute("DataRate", ns.StringValue("10Mb/s"))
slow = csma.Install(pair(nodes.Get(1), nodes.Get(2)))
ns.InternetStackHelper().Install(nodes)

helper = ns.CongestionNotificationHelper(
    "" if given.off else given.congestionPoint, "" if given.off else given.reactionPoint
)
helper.SetMaxSize(ns.QueueSize("200p"))
queue = helper.InstallCongestionPoints(ns.NetDeviceContainer(slow.Get(0))).Get(0)
sender = helper.InstallRateLimiters(ns.NetDeviceContainer(fast.Get(0))).Get(0)
ns.CongestionNotificationHelper.AssignStreams(ns.QueueDiscContainer(queue), 1)
ns.CongestionNotificationHelper.AssignStreams(ns.QueueDiscContainer(sender), 2)
csma.AssignStreams(ns.NetDeviceContainer(fast, slow), 3)

addresses = ns.Ipv4AddressHelper("10.0.1.0", "255.255.255.0")
addresses.Assign(fast)
addresses.NewNetwork()
to = ns.InetSocketAddress(addresses.Assign(slow).GetAddress(1), 9).ConvertTo()
ns.Ipv4GlobalRoutingHelper.PopulateRoutingTables()
source = ns.OnOffHelper("ns3::UdpSocketFactory", to)
source.SetConstantRate(ns.DataRate("50Mb/s"), 1472)
source.Install(nodes.Get(0))
sink = ns.PacketSinkHelper("ns3::UdpSocketFactory", to)
sink.Install(nodes.Get(2))

before = 0
for second in range(1, 11):
    ns.Simulator.Stop(ns.Seconds(1))
    ns.Simulator.Run()
    sent = sender.GetStats().nTotalSentBytes
    print(
        f"{second} s: the sender sends {8 * (sent - before) // 1000} kb/s, before the slow link "
        f"wait {queue.GetNBytes()} B, {queue.GetStats().nTotalDroppedPackets} packets lost"
    )
    before = sent
ns.Simulator.Destroy()
