# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A greedy ABR source, a switch, and a slow link: atm-abr-one-vc-example in Python.

./lab run atm-abr-one-vc.py
./lab run atm-abr-one-vc.py --algorithm=ns3::EricaAlgorithm
"""

import argparse

from burstlab.bindings import load

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--algorithm", default="", help="of the switch; empty: it marks only")
given = parser.parse_args()

ns = load("burst-traffic", "fabric", "atm-abr")

text = """
device a
device b
router s
link a s
link s b rate=50Mbps
"""
topology = ns.fabric.ReadTopology(ns.cppyy.gbl.std.istringstream(text), "one VC")

helper = ns.AtmHelper()
helper.SetFabricAttribute("SwitchAlgorithm", ns.StringValue(given.algorithm))
devices = helper.Install(topology)
fabric = ns.AtmHelper.GetFabric(devices)
cells = ns.CreateObject[ns.ConstantArrivals]()
cells.SetAttribute("Interval", ns.DoubleValue(2.5e6))  # ps: more than its link takes
vc = ns.AtmHelper.AddVc(devices.Get(0), devices.Get(1), cells)
ns.AtmHelper.AssignStreams(devices, 1)
port = fabric.GetNetwork().GetVcs()[vc].forward[1]

print("  ms  ACR, Mb/s  cells in the switch")
for ms in range(20, 401, 20):
    ns.Simulator.Stop(ns.MilliSeconds(20))
    ns.Simulator.Run()
    rate = fabric.GetRate(vc) * ns.AtmNetwork.CELL_BITS / 1e6
    print(f"{ms:4}{rate:11.2f}{fabric.GetQueue(port):21}")
ns.Simulator.Destroy()
