# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The bindings: what they cost, that they are silent, and that no wrong name ends Python.

The expected errors are what ns-3 documents as fatal.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from burstlab import bindings, paths
from burstlab.bindings import translated
from burstlab.build import catalogue, declaration
from burstlab.command.benches import import_
from burstlab.errors import InputError, WorkError

STACK = ("internet", "point-to-point", "traffic-control", "applications")


def in_fresh_python(program: str, folder: Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(paths.ROOT / "analysis")},
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def ns():
    return bindings.load(*STACK, *bindings.DEFAULT_MODULES)


@pytest.fixture(scope="module")
def devices(ns):
    nodes = ns.NodeContainer(2)
    devices = ns.PointToPointHelper().Install(nodes)
    ns.InternetStackHelper().Install(nodes)
    yield devices
    ns.Simulator.Destroy()


@pytest.mark.parametrize(
    ("modules", "libraries"),
    [
        ((), {"core", "network", "stats", "burst-core", "burst-traffic", "run-archive"}),
        (STACK, {"core", "network", "stats", "burst-core", "bridge", *STACK}),
    ],
)
def test_import_is_silent_small_and_of_what_it_is_asked_for(modules, libraries, tmp_path):
    """Its seconds are in `./lab bench import`: those of a busy machine judge nothing."""
    done = in_fresh_python(
        "import json, re, sys; from burstlab.bindings import load\n"
        f"ns = load(*{modules!r})\n"
        "own_kib = re.search(r'RssAnon:\\s*(\\d+)', open('/proc/self/status').read())[1]\n"
        "maps = open('/proc/self/maps').read()\n"
        "with open('use', 'w') as f: json.dump([int(own_kib), maps, list(sys.modules)], f)",
        tmp_path,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    own_kib, maps, imported = json.loads((tmp_path / "use").read_text())
    # Pages of files do not count: how many a kernel maps ahead is its own affair.
    assert own_kib / 1024 < 180
    assert set(re.findall(r"/lib(?:ns3\.\d+-|burstlab-)([\w-]+)\.so", maps)) == libraries
    assert not {"numpy", "pandas", "scipy"} & set(imported)
    assert [file.name for file in tmp_path.iterdir()] == ["use"]


def test_sources_have_the_parents_that_ns3_has():
    """All classes of three modules of ours, and some of ns-3."""
    ns, found = bindings.load(*STACK, "servernet"), Counter()
    for i in range(ns.TypeId.GetRegisteredN()):
        known = ns.TypeId.GetRegistered(i)
        group, name = str(known.GetGroupName()), str(known.GetName())
        if group in ("BurstTraffic", "Fabric", "ServerNet", "Applications") and "<" not in name:
            told = declaration(name)
            assert (told["parent"], bool(told["header"])) == (
                str(known.GetParent().GetName()),
                True,
            )
            found[group] += 1
    assert min(found.values()) > 2
    assert len(found) == 4


def test_nothing_is_printed_by_a_whole_life(tmp_path):
    done = in_fresh_python(
        "from burstlab.bindings import load; ns = load('internet', 'point-to-point')\n"
        "nodes = ns.NodeContainer(2); bare = ns.Node(); ns.PointToPointHelper().Install(nodes)\n"
        "ns.InternetStackHelper().Install(nodes); del bare\n"
        "ns.Simulator.Stop(ns.Seconds(1)); ns.Simulator.Run(); ns.Simulator.Destroy()",
        tmp_path,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_unknown_module():
    with pytest.raises(InputError, match=r"internett.*\binternet\b"):
        bindings.load("internett")


def test_suite_not_built(monkeypatch, tmp_path):
    monkeypatch.setattr(paths, "BUILD", tmp_path)
    with pytest.raises(WorkError, match=r"\./lab build"):
        bindings.load()


def text(value):
    return lambda ns: ns.StringValue(value)


OBJECT_ERRORS = [
    ("Mtuu", text("3"), r"ns3::PointToPointNetDevice\b.*Mtuu.*\bMtu\b"),
    ("Mtu", text("abc"), r"\bMtu\b.*'abc'.*\b0\b.*\b65535\b"),
    ("Mtu", text("65536"), r"\bMtu\b.*'65536'.*\b0\b.*\b65535\b"),
    ("Mtu", lambda ns: ns.UintegerValue(65536), r"\bMtu\b.*\b65536\b.*\b65535\b"),
    ("Mtu", lambda ns: ns.DoubleValue(3), r"\bMtu\b.*\b3\.0.*\b0\b.*\b65535\b"),
    ("DataRate", text("5Mbpps"), r"DataRate.*'5Mbpps'.*\brate\b"),
    ("InterframeGap", text("5 apples"), r"InterframeGap.*'5 apples'.*\btime\b"),
    ("TxQueue", text("ns3::Node"), "TxQueue.*'ns3::Node'.*ns3::Queue<Packet>"),
    ("TxQueue", text("ns3::DropTailQueue<Packet>[MaxSze=1p]"), r"MaxSze.*\bMaxSize\b"),
    ("TxQueue", text("ns3::Queue<Packet>"), "abstract"),
    ("TxQueue", lambda ns: ns.PointerValue(ns.CreateObject[ns.Node]()), "TxQueue.*PointerValue"),
]


@pytest.mark.parametrize(("name", "value", "sentence"), OBJECT_ERRORS)
def test_set_attribute(ns, devices, name, value, sentence):
    with pytest.raises(InputError, match=sentence):
        devices.Get(0).SetAttribute(name, value(ns))


def test_get_attribute(ns, devices):
    device = devices.Get(0)
    with pytest.raises(InputError, match=r"Mtuu.*\bMtu\b"):
        device.GetAttribute("Mtuu", ns.StringValue())
    with pytest.raises(InputError, match=r"\bMtu\b.*DoubleValue"):
        device.GetAttribute("Mtu", ns.DoubleValue())
    device.SetAttribute("Mtu", ns.UintegerValue(1400))
    value = ns.UintegerValue()
    device.GetAttribute("Mtu", value)
    assert value.Get() == 1400


TRACE = "/NodeList/*/DeviceList/*/$ns3::PointToPointNetDevice/"
CALLS = [
    (lambda ns, v: ns.Config.SetDefault("ns3::PointToPointNetDevice::Mtuu", v("3")), "Mtuu"),
    (
        lambda ns, v: ns.Config.SetDefault("ns3::PointToPointNetDevic::Mtu", v("3")),
        r"NetDevic\b.*NetDevice\b",
    ),
    (
        lambda ns, v: ns.Config.SetDefault("ns3::PointToPointNetDevice::Mtu", v("-1")),
        r"'-1'.*\b0\b",
    ),
    (
        lambda ns, v: ns.Config.Set("/NodeList/*/DeviceLst/*/Mtu", v("3")),
        r"DeviceLst.*\bDeviceList\b",
    ),
    (lambda ns, v: ns.Config.Set("/NodLst/*/DeviceList/*/Mtu", v("3")), r"NodLst.*\bNodeList\b"),
    (lambda ns, v: ns.Config.Set("/NodeList/77/DeviceList/*/Mtu", v("3")), "NodeList/77"),
    (lambda ns, v: ns.Config.Set("/NodeList/*/$ns3::TcpL4Protocl/Tx", v("3")), "TcpL4Protocol"),
    (lambda ns, v: ns.Config.Set("/NodeList/0/DeviceList/0/Mtuu", v("3")), "Mtuu"),
    (
        lambda ns, v: ns.Config.Set("/NodeList/0/DeviceList/0/Mtu", v("99999")),
        r"'99999'.*\b65535\b",
    ),
    (lambda ns, v: ns.Config.LookupMatches("/NodeList/*/$ns3::Nod"), "ns3::Node"),
    (lambda ns, v: ns.Config.SetGlobal("RngRunn", v("3")), r"RngRunn.*\bRngRun\b"),
    (lambda ns, v: ns.Config.SetGlobal("RngRun", v("x")), "RngRun.*'x'"),
    (lambda ns, v: ns.GlobalValue.Bind("RngRun", v("-5")), "RngRun.*'-5'"),
    (lambda ns, v: ns.Config.Connect(f"{TRACE}PhyTxDrp", ns.CallbackBase()), "PhyTxDrop"),
    (
        lambda ns, v: ns.Config.ConnectWithoutContext("/NodeList/99/X", ns.CallbackBase()),
        "NodeList/99",
    ),
    (lambda ns, v: ns.TypeId.LookupByName("ns3::Nod"), r"ns3::Nod\b.*ns3::Node\b"),
    (lambda ns, v: ns.ObjectFactory("ns3::Nod"), "ns3::Node"),
    (lambda ns, v: ns.ObjectFactory().SetTypeId("ns3::Nod"), "ns3::Node"),
    (lambda ns, v: ns.ObjectFactory("ns3::Node").Set("Systm", v("3")), "SystemId"),
    (
        lambda ns, v: ns.PointToPointHelper().SetDeviceAttribute("DataRat", v("1Mbps")),
        r"DataRat\b.*\bDataRate\b",
    ),
    (
        lambda ns, v: ns.PointToPointHelper().SetDeviceAttribute("DataRate", v("1Mbp")),
        r"'1Mbp'.*\brate\b",
    ),
    (
        lambda ns, v: ns.PointToPointHelper().SetChannelAttribute("Delay", v("1m")),
        r"'1m'.*\btime\b",
    ),
    (
        lambda ns, v: ns.PointToPointHelper().SetQueue("ns3::DropTailQueu"),
        r"TailQueu\b.*TailQueue\b",
    ),
    (
        lambda ns, v: ns.PointToPointHelper().SetQueue("ns3::DropTailQueue", "Max", v("1p")),
        r"\bMax\b.*\bMaxSize\b",
    ),
    (lambda ns, v: ns.TrafficControlHelper().SetRootQueueDisc("ns3::RedQueueDis"), "RedQueueDisc"),
    (lambda ns, v: ns.PacketSinkHelper("ns3::UdpSocketFactry", ns.Address()), "UdpSocketFactory"),
    (
        lambda ns, v: ns.OnOffHelper("ns3::UdpSocketFactory", ns.Address()).SetAttribute(
            "On", v("")
        ),
        "On",
    ),
    (
        lambda ns, v: ns.ArrivalHelper("ns3::UdpSocketFactory", ns.Address()).SetProcess(
            "ns3::Poisson"
        ),
        "Poisson",
    ),
    (lambda ns, v: ns.Time("5q"), r"Time.*'5q'.*\btime\b"),
    (lambda ns, v: ns.DataRate("5 Mbps"), r"'5 Mbps'.*\brate\b"),
    (lambda ns, v: ns.QueueSize("5"), r"'5'.*\bsize\b"),
    (lambda ns, v: ns.Ipv4Address("10.1.2"), r"'10\.1\.2'.*\baddress\b"),
]


@pytest.mark.parametrize(("call", "sentence"), CALLS)
def test_wrong_names_and_values(ns, devices, call, sentence):
    with pytest.raises(InputError, match=sentence):
        call(ns, ns.StringValue)


@pytest.mark.parametrize("function", ["TraceConnect", "TraceConnectWithoutContext"])
def test_trace_source(ns, devices, function):
    context = ("context",) if function == "TraceConnect" else ()
    with pytest.raises(InputError, match=r"PhyTxDrp\b.*\bPhyTxDrop\b"):
        getattr(devices.Get(0), function)("PhyTxDrp", *context, ns.CallbackBase())


def test_right_names_and_values_pass(ns, devices):
    device = devices.Get(0)
    value = ns.UintegerValue()
    ns.Config.Set(f"{TRACE}Mtu", ns.StringValue("1300"))
    device.GetAttribute("Mtu", value)
    assert value.Get() == 1300
    factory = ns.ObjectFactory("ns3::UniformRandomVariable")
    factory.Set("Max", ns.DoubleValue(3))
    number = ns.DoubleValue()
    factory.Create().GetAttribute("Max", number)
    assert number.Get() == 3
    before = ns.RngSeedManager.GetRun()
    ns.Config.SetGlobal("RngRun", ns.UintegerValue(before + 1))
    assert ns.RngSeedManager.GetRun() == before + 1
    ns.Config.SetGlobal("RngRun", ns.UintegerValue(before))
    assert str(ns.TypeId.LookupByName("ns3::Node").GetName()) == "ns3::Node"


def test_checks_draw_no_random_stream(ns):
    helper = ns.OnOffHelper("ns3::UdpSocketFactory", ns.Address())
    first = ns.RngSeedManager.GetNextStreamIndex()
    with pytest.raises(InputError, match=r"Maxx.*\bMax\b"):
        helper.SetAttribute("OnTime", ns.StringValue("ns3::UniformRandomVariable[Maxx=3]"))
    assert ns.RngSeedManager.GetNextStreamIndex() == first + 1


TWIN = "ns3::TwinArrivals[Process=%s]"
SHARED_TEXTS = [
    ("ns3::PoissonArrivals[Rate=4e-4]", "ns3::PoissonArrivals[Rate=0.0004]"),
    (TWIN % "ns3::PoissonArrivals[Rate=1e-1]", TWIN % "ns3::PoissonArrivals"),
    (
        TWIN % TWIN % "ns3::PoissonArrivals[Rate=+.5]",
        TWIN % TWIN % "ns3::PoissonArrivals[Rate=0.5]",
    ),
    ("ns3::TraceArrivals[File=a b]", "ns3::TraceArrivals[File=a b]"),
    ("ns3::TwinArrivals[Length=1e3|Block=1000.0]", "ns3::TwinArrivals[Length=1000]"),
    (TWIN % "ns3::PoissonArrivals[Rate=x]", InputError),
    (TWIN % "ns3::PoissonArrivals[Rat=1]", InputError),
    (TWIN % "ns3::UniformDestinations", InputError),
    (TWIN % "ns3::PoissonArrivals[Rate=1", InputError),
    (TWIN % "ns3::PoissonArrivals[Rate=1|Rate=1]", InputError),
    ("ns3::PoissonArrivals[Rate=1]]", InputError),
    ("ns3::PoissonArrivals[[Rate=1]]", InputError),
    ("ns3::ArrivalProcess", InputError),
    ("ns3::TwinArrivals[Process=" * 70 + "ns3::PoissonArrivals" + "]" * 70, InputError),
    ("", InputError),
]
"""Texts of an arrival process, and their canonical texts by the rules of AttributeText."""


@pytest.mark.parametrize("side", ["compiled", "python"])
@pytest.mark.parametrize(
    ("given", "canonical"), SHARED_TEXTS, ids=lambda value: str(value)[:60] or "empty"
)
def test_both_sides_read_the_same_texts(ns, side, given, canonical, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a b").write_text("1\n")  # a file that a text names has to be there
    default = "ns3::TwinArrivals::Process"

    def read():
        if side == "compiled":
            spec = {"scenario": "traffic-arrivals", "attributes": {default: given}}
            identity = json.loads(catalogue.runner().ask("--plan", lines=json.dumps(spec)))
            return identity["parameters"][default]
        twin = ns.CreateObject[ns.TwinArrivals]()
        twin.SetAttribute("Process", ns.StringValue(given))
        return str(ns.burst.WriteObject(twin.__deref__()))[len("ns3::TwinArrivals[Process=") : -1]

    if canonical is InputError:
        with pytest.raises(InputError):
            read()
    else:
        assert read() == canonical


def test_what_ns3_cannot_read_for_many_objects_is_refused(ns):
    nested = ns.StringValue(TWIN % "ns3::PoissonArrivals[Rate=2]")
    factory = ns.ObjectFactory("ns3::TwinArrivals")
    with pytest.raises(InputError, match=r"Process.*Rate=2.*brackets.*each object"):
        factory.Set("Process", nested)
    ns.Config.SetDefault("ns3::TwinArrivals::Process", nested)
    ns.Config.Reset()


def test_ns3_is_given_spellings_that_it_reads(ns, devices):
    value = ns.UintegerValue()
    for given in ("13e2", "1300.0"):  # ns-3 ends the program at them
        devices.Get(0).SetAttribute("Mtu", ns.StringValue(given))
        devices.Get(0).GetAttribute("Mtu", value)
        assert value.Get() == 1300


def test_times_compare(ns):
    assert ns.Seconds(1) < ns.Seconds(2) <= ns.Time("2000ms")
    assert ns.Seconds(2) > ns.Seconds(1) >= ns.MilliSeconds(1000)
    assert ns.Seconds(1) == ns.Time("1s")
    assert ns.Seconds(1) != ns.Time("2s")


def test_exceptions_of_the_libraries_are_python_exceptions(ns):
    bindings.load("scenario-runner")
    with pytest.raises(ns.cppyy.gbl.std.invalid_argument, match="ns3::Nope"):
        ns.scenario.LoadPlugin("/nonexistent/libns3::Nope.so")
    with pytest.raises(ns.cppyy.gbl.std.runtime_error, match="/nonexistent"):
        ns.archive.RunArchive("/nonexistent/run.sqlite")
    with pytest.raises(InputError), translated(ns.cppyy):
        ns.scenario.RunSpec.FromJson("no json")
    with pytest.raises(WorkError, match=r"/nonexistent/run\.sqlite"), translated(ns.cppyy):
        ns.archive.RunArchive("/nonexistent/run.sqlite")


def test_rows_of_the_benchmark(monkeypatch):
    use = {True: {"CPU-s": 6.0, "MB": 600.0}, False: {"CPU-s": 1.5, "MB": 200.0}}
    monkeypatch.setattr(import_, "_price", lambda bench, statement: use["from ns" in statement])
    rows = import_.measure(None)
    assert [row[1:] for row in rows] == [(1.5, "CPU-s", 6.0), (200.0, "MB", 600.0)] * 2


# --- indices, times, Python functions -------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        lambda ns, devices: ns.NodeContainer(2).Get(2),
        lambda ns, devices: ns.NodeContainer(2).Get(-1),
        lambda ns, devices: ns.NodeContainer().Get(0),
        lambda ns, devices: devices.Get(2),
        lambda ns, devices: ns.ApplicationContainer().Get(0),
        lambda ns, devices: devices.Get(0).GetNode().GetDevice(7),
        lambda ns, devices: devices.Get(0).GetNode().GetApplication(0),
        lambda ns, devices: devices.Get(0).GetChannel().GetDevice(2),
        lambda ns, devices: ns.NodeList.GetNode(10_000),
        lambda ns, devices: ns.ChannelList.GetChannel(10_000),
        lambda ns, devices: ns.TypeId.LookupByName("ns3::Node").GetAttribute(99),
        lambda ns, devices: ns.TypeId.LookupByName("ns3::Node").GetTraceSource(99),
        lambda ns, devices: devices.Get(0).GetNode().GetObject[ns.Ipv4]().GetAddress(9, 0),
        lambda ns, devices: devices.Get(0).GetNode().GetObject[ns.Ipv4]().GetAddress(0, 9),
        lambda ns, devices: devices.Get(0).GetNode().GetObject[ns.Ipv4]().GetNetDevice(9),
        lambda ns, devices: ns.Ipv4InterfaceContainer().GetAddress(0),
        lambda ns, devices: ns.Ipv4InterfaceContainer().Get(0),
        lambda ns, devices: ns.QueueDiscContainer().Get(0),
    ],
)
def test_no_index_ends_the_interpreter(ns, devices, call):
    with pytest.raises(IndexError, match=r"place -?\d+\b.*(\b0 to \d+|\bnone\b)"):
        call(ns, devices)


def test_places_that_there_are(ns, devices):
    assert devices.Get(1).GetIfIndex() == devices.Get(0).GetIfIndex()
    assert devices.Get(0).GetNode().GetDevice(0).GetIfIndex() == 0
    assert ns.NodeList.GetNode(devices.Get(0).GetNode().GetId()).GetNDevices() == 2


@pytest.mark.parametrize(
    "call",
    [
        lambda ns, devices: ns.Simulator.Stop(1),
        lambda ns, devices: ns.Simulator.Stop(2.5),
        lambda ns, devices: ns.Simulator.Schedule(1, print),
        lambda ns, devices: ns.Simulator.ScheduleWithContext(0, 1, print),
        lambda ns, devices: ns.ApplicationContainer().Start(1),
        lambda ns, devices: ns.ApplicationContainer().Stop(10),
        lambda ns, devices: ns.TimeValue(1),
        lambda ns, devices: ns.Time(1),
        lambda ns, devices: devices.Get(0).SetInterframeGap(1e-6),
    ],
)
def test_a_number_is_no_time(ns, devices, call):
    with pytest.raises(TypeError, match=r"\d .*\btime\b.*Seconds\(\d"):
        call(ns, devices)


def test_times_and_zero_are_times(ns, devices):
    assert ns.Time(0).IsZero()
    assert ns.TimeValue(ns.Seconds(2)).Get() == ns.Seconds(2)
    assert ns.Seconds(2) * 3 == ns.Seconds(12) / 2
    devices.Get(0).SetInterframeGap(ns.MicroSeconds(0))


def test_a_function_of_cpp_calls_one_in_python(tmp_path):
    """In a fresh process, with cppyy imported before: 3 + 1."""
    done = in_fresh_python(
        "import warnings; warnings.simplefilter('ignore'); import cppyy\n"
        "from burstlab.bindings import load; ns = load('internet')\n"
        "cppyy.cppdef('#include <functional>\\nint Ask(std::function<int(int)> f)"
        " { return f(3); }')\n"
        "print(cppyy.gbl.Ask(lambda n: n + 1))",
        tmp_path,
    )
    assert (done.returncode, done.stdout) == (0, "4\n"), done.stderr


CALLED_BACK = """
from burstlab.bindings import load
ns = load("internet", "point-to-point", "applications")
nodes = ns.NodeContainer(2)
devices = ns.PointToPointHelper().Install(nodes)
ns.InternetStackHelper().Install(nodes)
interfaces = ns.Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices)

heard = []
where = "/NodeList/*/DeviceList/*/$ns3::PointToPointNetDevice"

def late(context, packet):
    heard.append(("late", str(context)[10], packet.GetSize()))

devices.Get(0).TraceConnectWithoutContext("MacTx", lambda p: heard.append(("sent", p.GetSize())))
ns.Config.Connect(where + "/MacRx", late)
ns.Config.ConnectWithoutContext(
    where + "/TxQueue/PacketsInQueue", lambda old, new: heard.append(("queue", old, new))
)
socket = ns.Socket.CreateSocket(nodes.Get(1), ns.TypeId.LookupByName("ns3::UdpSocketFactory"))
socket.Bind(ns.InetSocketAddress(ns.Ipv4Address.GetAny(), 9).ConvertTo())
socket.SetRecvCallback(lambda socket: heard.append(("received", socket.Recv().GetSize())))
client = ns.UdpClientHelper(ns.InetSocketAddress(interfaces.GetAddress(1), 9).ConvertTo())
client.SetAttribute("MaxPackets", ns.UintegerValue(2))
client.SetAttribute("PacketSize", ns.UintegerValue(100))
client.Install(nodes.Get(0)).Start(ns.Seconds(1))

def at(word, of):
    heard.append((word, of, ns.Simulator.Now().GetSeconds()))

ns.Simulator.Schedule(ns.Seconds(0.5), at, "event", 1)
ns.Simulator.Schedule(ns.Seconds(0.6), at, "never", 2).Cancel()
ns.Simulator.ScheduleNow(at, "now", 3)
ns.Simulator.ScheduleWithContext(1, ns.Seconds(0.7), at, "there", 4)
ns.Simulator.ScheduleDestroy(at, "end", 5)
ns.Simulator.Schedule(ns.Seconds(1.5), lambda: ns.Config.Disconnect(where + "/MacRx", late))
ns.Simulator.Stop(ns.Seconds(3))
ns.Simulator.Run()
ns.Simulator.Destroy()
print(*heard, sep="\\n")
"""


def test_python_functions_are_sinks_callbacks_and_events(tmp_path):
    """Two packets of 100 bytes, of which UDP makes 128 and the device 130."""
    done = in_fresh_python(CALLED_BACK, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    packet = ["('sent', 130)", "('queue', 0, 1)", "('queue', 1, 0)"]
    assert done.stdout.splitlines() == [
        *("('now', 3, 0.0)", "('event', 1, 0.5)", "('there', 4, 0.7)"),
        *packet,
        *("('late', '1', 130)", "('received', 100)"),
        *packet,  # the sink of MacRx has been disconnected
        *("('received', 100)", "('end', 5, 3.0)"),
    ]


def test_an_error_of_a_function_is_an_error_of_run(tmp_path):
    done = in_fresh_python(
        "from burstlab.bindings import load; ns = load('core')\n"
        "ns.Simulator.Schedule(ns.Seconds(1), lambda: {}['none'])\n"
        "try: ns.Simulator.Run()\n"
        "except KeyError as error: print('none' in str(error))\n"
        "ns.Simulator.Schedule(ns.Seconds(1), lambda: print(ns.Simulator.Now().GetSeconds()))\n"
        "ns.Simulator.Run(); ns.Simulator.Destroy()",
        tmp_path,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n2.0\n", "")


def test_a_callback_of_the_wrong_signature_is_refused(ns, devices):
    with pytest.raises(InputError, match=r"trace source.*\bNope\b.*PhyTxDrop"):
        devices.Get(0).TraceConnectWithoutContext("Nope", print)
    callback = ns.Callback["bool", "int"](lambda number: number > 2)
    assert callback(3)
    assert not callback(1)
