# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Two nodes and a router over ServerNet: servernet-two-nodes.cc in Python, with the same rows.

./lab run servernet-two-nodes.py '--process=ns3::PoissonArrivals[Rate=0.003]'
"""

import argparse

from burstlab.bindings import load

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument(
    "--process",
    default="ns3::ParetoOnOffArrivals[Rate=0.003|LambdaMapping=StretchedOff|OnMinimum=10]",
    help="Arrival process; its rate is in requests per tick",
)
parser.add_argument(
    "--archive", default="servernet-two-nodes.sqlite", help="archive to which the run is added"
)
parser.add_argument("--run", type=int, default=1, help="run number (random numbers)")
given = parser.parse_args()

ns = load("burst-traffic", "servernet", "run-archive")
ns.RngSeedManager.SetRun(given.run)

helper = ns.ServerNetHelper()
devices = helper.Install(ns.ServerNetTopology("single-router[Cpus=1|Ios=1]"))

destinations = ns.CreateObject[ns.UniformDestinations]()
destinations.SetDevices(devices.GetN())
process = ns.burst.CreateFromText[ns.ArrivalProcess](given.process)
application = ns.CreateObject[ns.ServerNetRequestApplication]()
application.SetAttribute("Process", ns.PointerValue(process))
application.SetAttribute("Destinations", ns.PointerValue(destinations))
devices.Get(0).GetNode().AddApplication(application)
ns.ServerNetHelper.AssignStreams(devices, 1)

identity = ns.archive.RunIdentity()
identity.study = "examples"
identity.scenario = "servernet-two-nodes"
identity.run = given.run
identity.parameters.push_back(("process", given.process))
archive = ns.archive.RunArchive(given.archive)
archive.Begin(identity)
recorder = ns.archive.TraceRecorder(archive)
recorder.Series("two-way time", "ns", devices.Get(0), "TwoWayTime", "processor")
recorder.Count("answered", "1", devices.Get(0), "TwoWayTime")

fabric = ns.ServerNetHelper.GetFabric(devices)
monitor = ns.CreateObject[ns.ServerNetLinkMonitor]()
monitor.Watch(fabric)
monitor.Start()
ns.Simulator.Stop(ns.MilliSeconds(20))
ns.Simulator.Run()
monitor.Stop()
recorder.Finish()
archive.Commit(ns.archive.RunCost())
state = monitor.GetState(fabric.GetNetwork().GetPath(0, 1)[1])
busy = 100 * state.transmitting / (state.transmitting + state.stalled + state.idle)
print(f"{application.GetOffered()} requests, the link to the disk busy {busy:g} % of the time")
print("wrote", given.archive)
ns.Simulator.Destroy()
