# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Two hosts send to a third one over one link: pfabric-bottleneck-example.cc in Python.

./lab run pfabric-bottleneck.py --rank=ns3::PFabricSentRank
"""

import argparse

from burstlab.bindings import load

PORT = 9

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument(
    "--rank", default="ns3::PFabricRemainingRank", help="A PFabricRank, with its attributes"
)
parser.add_argument(
    "--fifo", action="store_true", help="Use drop-tail FIFO ports, which ignore priorities"
)
given = parser.parse_args()

ns = load("internet", "pfabric")
helper = ns.PFabricHelper()
helper.SetTransportAttribute("Rank", ns.StringValue(given.rank))
helper.SetTransportAttribute("TimeOut", ns.TimeValue(ns.MicroSeconds(120)))
helper.SetDeviceAttribute("DropByPriority", ns.BooleanValue(not given.fifo))
helper.SetDeviceAttribute("ServeByPriority", ns.BooleanValue(not given.fifo))
hosts = helper.Install(ns.PFabricTopology("tree[Pods=1|Tors=1|Hosts=3]"))


def socket(host):
    return ns.Socket.CreateSocket(hosts.Get(host), ns.PFabricSocketFactory.GetTypeId())


def address(host, port):
    return ns.InetSocketAddress(host, port).ConvertTo()


receiver, long, short = socket(2), socket(0), socket(1)
receiver.Bind(address(ns.Ipv4Address.GetAny(), PORT))
for sender in (long, short):
    sender.Connect(address(ns.PFabricForwarding.GetAddress(2), PORT))

came = 0
for now in range(2000):
    if now == 0:
        long.Send(ns.Create[ns.Packet](1000000))
    elif now % 100 == 0 and now <= 400:
        short.Send(ns.Create[ns.Packet](now * 200))
    ns.Simulator.Stop(ns.MicroSeconds(10))
    ns.Simulator.Run()
    source = ns.Address()
    while message := receiver.RecvFrom(source):
        host = ns.InetSocketAddress.ConvertFrom(source).GetIpv4().Get()
        host -= ns.PFabricForwarding.GetAddress(0).Get()
        print(f"{(now + 1) * 10} us: {message.GetSize()} bytes from host {host}")
        came += 1
    if came == 5:
        break
ns.Simulator.Destroy()
