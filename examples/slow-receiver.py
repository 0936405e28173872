# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Two hosts, a switch and a slow receiver: slow-receiver.cc in Python, with the same rows.

./lab run slow-receiver.py --congestionPoint=ns3::QcnCongestionPoint \
    --reactionPoint=ns3::QcnReactionPoint
"""

import argparse

from burstlab.bindings import load

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--congestionPoint", default="", help="Congestion point of the switch ports")
parser.add_argument("--reactionPoint", default="", help="Reaction point of the hosts")
parser.add_argument("--archive", default="slow-receiver.sqlite", help="archive for the run")
parser.add_argument("--run", type=int, default=1, help="run number (random numbers)")
given = parser.parse_args()

ns = load("lossless-ethernet", "run-archive")
ns.RngSeedManager.SetRun(given.run)

ns.Config.SetDefault("ns3::DropTailQueue<Packet>::MaxSize", ns.StringValue("10000p"))  # of hosts
helper = ns.LosslessEthernetHelper()
helper.SetFabricAttribute("CongestionPoint", ns.StringValue(given.congestionPoint))
helper.SetFabricAttribute("ReactionPoint", ns.StringValue(given.reactionPoint))
devices = helper.Install(ns.LosslessTopology("single-stage[Nodes=3]"))
fabric = ns.LosslessEthernetHelper.GetFabric(devices)
ns.LosslessEthernetHelper.AssignStreams(devices, 1)
slow = fabric.GetNetwork().GetStationPorts()[2] ^ 1
fabric.SetServiceRate(slow, 2e9)

for host in range(2):
    node = devices.Get(host).GetNode()
    ns.PacketSocketHelper().Install(node)
    to = ns.PacketSocketAddress()
    to.SetSingleDevice(devices.Get(host).GetIfIndex())
    to.SetPhysicalAddress(devices.Get(2).GetAddress())
    to.SetProtocol(0x88B6)  # for local experiments, IEEE 802
    client = ns.CreateObject[ns.PacketSocketClient]()
    client.SetRemote(to)
    client.SetAttribute("PacketSize", ns.UintegerValue(1482))  # frames of 1500 bytes
    client.SetAttribute("Interval", ns.TimeValue(ns.NanoSeconds(1200)))
    client.SetAttribute("MaxPackets", ns.UintegerValue(5000))
    node.AddApplication(client)

identity = ns.archive.RunIdentity()
identity.study = "examples"
identity.scenario = "slow-receiver"
identity.run = given.run
identity.parameters.push_back(("congestionPoint", given.congestionPoint))
identity.parameters.push_back(("reactionPoint", given.reactionPoint))
archive = ns.archive.RunArchive(given.archive)
archive.Begin(identity)
recorder = ns.archive.TraceRecorder(archive)
recorder.Series("queue", "B", fabric.GetSwitchPort(slow), "QueueBytes", "slow receiver")
recorder.Statistics(fabric)
ns.Simulator.Stop(ns.MilliSeconds(10))
ns.Simulator.Run()
recorder.Finish()
archive.Commit(ns.archive.RunCost())
print(
    f"{fabric.GetDelivered()} frames delivered, {fabric.GetDrops().GetTotal().number} lost,"
    f" {fabric.GetPauses()} pauses asked for, {fabric.GetMessages()} congestion messages"
)
print("wrote", given.archive)
ns.Simulator.Destroy()
