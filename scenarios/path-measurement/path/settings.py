# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs on single paths: iperf, bbcp and pings, by windows, streams and hosts.

The quick edition has smaller paths, except for copies of files: rates and windows are divided by a
factor, random loss is multiplied by its square, which keeps the ratio of loss-limited windows to
set windows. Times are the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from burstlab.engine import object_text
from burstlab.study import Labelled, all_of

from ..readings import AS_RUN, BBR, READINGS, STACK, read_hosts

PATH = "path-measurement-path"
IPERF, BBCP, BOTH = "iperf", "bbcp", "iperf and bbcp"
SAMPLES, ZLIB, LONG = "ping samples", "plain and compressed", "iperf for a minute"
DURATIONS, SCORED = "iperf, short and long", "every tool"
DEFAULTS, PAIRS = "iperf, a stream of 64 KB", "pipechar"
TO_HOSTS = (DURATIONS, DEFAULTS, PAIRS)
"""Tools that measure the path to each host."""
ANL, CALTECH, RAL, CERN = "ANL", "Caltech", "RAL", "CERN"
LONGER = "ANL, longer route"
OPEN, WIDE, HOST, LIMITED, SHALLOW = "open", "wide", "host", "limited", "shallow"
STREAMED, GRIDS = (ANL, CALTECH, RAL), (ANL, RAL, CERN)
"""Places of the search for the knee, and of the grid of windows by streams."""
OWN_LOSS = -1.0


@dataclass(frozen=True)
class Place:
    """A path: Mb/s, round trip and queue in ms, random loss, and divisor of the quick edition."""

    mbps: float
    rtt: float
    queue: float
    loss: float
    scale: float

    @property
    def product(self) -> float:
        """Rate times round trip, KB of 1,024 bytes."""
        return self.mbps * 1e3 * self.rtt / 8 / 1024


PLACES = {
    ANL: Place(250, 55, 50, 1e-5, 10),
    LONGER: Place(250, 95, 50, 1e-5, 10),
    CALTECH: Place(400, 25, 50, 5e-5, 20),
    RAL: Place(80, 150, 100, 2e-4, 10),
    CERN: Place(95, 159, 100, 1e-5, 10),
    OPEN: Place(100, 50, 100, 0, 10),
    WIDE: Place(500, 50, 100, 0, 40),
    HOST: Place(400, 10, 10_000, 0, 10),
    LIMITED: Place(200, 60, 100, 0, 40),
    SHALLOW: Place(100, 50, 5, 1e-6, 4),
}
KEEP_WINDOWS = (OPEN, HOST, SHALLOW)
"""Places with undivided windows: these set the processor cost, or limit nothing."""


@dataclass(frozen=True)
class Path(Labelled):
    """A run on a single path, by the labels of the study.

    Attributes
    ----------
    reading, place
        One of the readings, and of `PLACES` or, with one of `TO_HOSTS`, of the hosts.
    tool
        The tool, or two tools in sequence.
    window, streams
        Of TCP; KB of 1,024 bytes.
    loss
        Fraction of packets; `OWN_LOSS`: that of the place.
    acks
        Segments for each acknowledgement.
    rate
        Mb/s of the bottleneck; 0: that of the place.
    mhz
        Of the processors at both ends; 0: no limit.
    sink
        ``"memory"``, ``"disk"`` or ``"AFS"``.
    ratio
        Size of the file over its compressed size.
    limit
        Rate limit of bbcp, Mb/s; 0: none.
    use
        Cross traffic, percent of the rate.
    """

    reading: str = AS_RUN
    place: str = CERN
    tool: str = IPERF
    window: int = 64
    streams: int = 1
    loss: float = OWN_LOSS
    acks: int = 2
    rate: int = 0
    mhz: int = 0
    sink: str = "memory"
    ratio: float = 1.0
    limit: int = 0
    use: int = 0

    @property
    def product(self) -> int:
        """Windows times streams, KB."""
        return self.window * self.streams


STREAMS = (1, 2, 4, 6, 8, 16, 24, 40)
FEW = (1, 8, 40)
WINDOWS = {"quick": (32, 128, 1024), "full": (32, 64, 128, 256, 512, 1024)}
CERN_STREAMS = {"quick": (1, 15), "full": (1, 3, 7, 11, 30)}
"""The public page has 64 KB x 30, 128 x 11, 256 x 7 and 512 x 3 as the best ones."""
LOSSES = {"quick": (3e-3,), "full": (1e-4, 3e-4, 1e-3, 3e-3)}
LINEAR = {"quick": (1, 4, 12), "full": (1, 2, 4, 8, 12, 16, 24)}
LINEAR_LOSS = {"quick": 2e-2, "full": 1e-3}
RATES = {"quick": (10, 90), "full": (10, 45, 90)}
"""Mb/s of paths on which processors are compared."""
SLIDE_26 = (2.2, 360, 20)
GRID = {
    "quick": [SLIDE_26],
    "full": [(r, m, b) for r in (1.2, 2.2, 4.0) for m in (100, 360, 1133) for b in (5, 20, 150)],
}
"""Ratio, MHz and Mb/s for which compression is tried."""
LARGE = 16_384
"""KB of a window that limits nothing."""
SECONDS = 10.0
"""Duration of iperf: the document's."""
LOSS_EVENTS = 100
MATHIS = {2: 0.93, 1: 1.31}
"""The constant with delayed acknowledgements, and without."""
SAMPLE_COUNT = 1000
FILE_BYTES = 60_000_000
SHORT = "Duration=10s"
LONG_S = 60
"""Duration of the reference for an iperf of 10 s; the quick edition has no reference."""
CLOCK = "ns3::HostClock[InterruptCoalescing=+60000ns|TimestampQuantum=+5000ns]"
"""Clock of the host of pipechar, with interrupt coalescing and coarse time stamps."""
HOSTS_SCALE, HOSTS_LOSS = 10, 0.01
"""Divisor of paths to hosts, in both editions, and the loss that limits the divisor."""
TODAY_SCALE = 10
"""Divisor of other paths in the readings of today: BBR at full rates costs fifty times as much."""
SHALLOW_STREAMS = (1, 2, 4, 8, 24)
SHALLOW_S = 30
SCORED_SCALE = 40
"""Divisor of the path of all tools in the quick edition."""
USES = {"quick": (30,), "full": (0, 30, 60)}
"""Cross traffic beside all tools, percent."""
OVERHEAD = 1502 / 1460
"""Bytes on a link over those of the payload."""
SINKS = {"memory": 0, "disk": 60, "AFS": 70}
"""Rate of each destination, Mb/s; 0: no limit."""


def mathis(read: str, edition: str) -> list[Path]:
    """One stream limited by random loss alone."""
    return all_of(Path(read, OPEN, window=LARGE), loss=LOSSES[edition])


UNDELAYED = all_of(Path(AS_RUN, OPEN, window=LARGE, acks=1), loss=LOSSES["full"])
"""Runs of `mathis` with an acknowledgement for each segment, for the check."""


def knees(read: str, place: str) -> list[Path]:
    """Streams of 1 MB."""
    return all_of(Path(read, place, window=1024), streams=STREAMS)


def grid(read: str, place: str, edition: str) -> list[Path]:
    """Windows by streams."""
    streams = CERN_STREAMS[edition] if place == CERN else FEW
    return all_of(Path(read, place), window=WINDOWS[edition], streams=streams)


def saturated(read: str) -> Path:
    """Fill the path to CERN and its queue, long beyond slow start."""
    return Path(read, CERN, LONG, window=128, streams=30)


def linear(read: str, edition: str) -> list[Path]:
    """Streams under random loss, on a path that they do not fill."""
    base = Path(read, WIDE, window=LARGE, loss=LINEAR_LOSS[edition])
    return all_of(base, streams=LINEAR[edition])


COPIES = all_of(Path(tool=BOTH, window=1024), streams=CERN_STREAMS["full"])
"""Streams of 1 MB of both tools, one after the other."""
BUSY = Path(AS_RUN, HOST, BOTH, window=1024, mhz=100)
"""A processor that limits the transfer."""
WRITTEN = all_of(Path(AS_RUN, HOST, BBCP, streams=4, rate=45), sink=SINKS)
"""Copies to memory, disk and AFS at 45 Mb/s."""


def samples(read: str) -> Path:
    """Choose a loss that most samples of pings do not see."""
    return Path(read, OPEN, SAMPLES, loss=1e-4)


def processors(edition: str) -> list[Path]:
    """Transfers below the limit of the processor."""
    return all_of(Path(AS_RUN, HOST, BOTH, mhz=1133), window=(64, 1024), rate=RATES[edition])


def compressed(edition: str) -> list[Path]:
    """List copies of a file as it is and compressed, that of slide 26 among them."""
    base = Path(AS_RUN, HOST, ZLIB, streams=8)
    return [replace(base, ratio=r, mhz=m, rate=b) for r, m, b in GRID[edition]]


def limited(read: str) -> list[Path]:
    """32 streams of bbcp with a limit of 15 MB/s and without."""
    return all_of(Path(read, LIMITED, BBCP, streams=32), limit=(120, 0))


def to_hosts(read: str, tool: str, edition: str) -> list[Path]:
    """List one of `TO_HOSTS` on the path to each host, beside its mean cross traffic.

    The readings of today have every third host, and the quick edition every sixth.
    """
    every = read_hosts()
    step = 6 if edition == "quick" else 1 if read == AS_RUN else 3
    names = tuple(every)[::step]
    base = Path(read, tool=tool, window=64 if tool == DEFAULTS else 1024)
    return [
        replace(
            base,
            place=name,
            streams=every[name].streams if tool == DURATIONS else 1,
            use=round(100 * every[name].use),
        )
        for name in names
    ]


SHORT_QUEUE = all_of(Path(AS_RUN, SHALLOW, window=LARGE), streams=SHALLOW_STREAMS)
"""Streams on a path whose queue is a tenth of rate times round trip."""


def scored(edition: str) -> list[Path]:
    """List every tool on a path with cross traffic, for the score card."""
    return all_of(Path(AS_RUN, OPEN, SCORED, window=1024, streams=4), use=USES[edition])


def determined(edition: str) -> list[Path]:
    """List the runs between hosts without loss and other traffic, in which nothing is drawn."""
    return [*processors(edition), BUSY, *WRITTEN, *compressed(edition)]


def of_reading(read: str) -> list[Path]:
    """All cells of a reading in the full edition: what depends on the stack."""
    return [
        *mathis(read, "full"),
        *(cell for place in STREAMED for cell in knees(read, place)),
        *grid(read, CERN, "full"),
        *linear(read, "full"),
        samples(read),
        saturated(read),
        *limited(read),
        *(cell for tool in (DURATIONS, DEFAULTS) for cell in to_hosts(read, tool, "full")),
    ]


def planned(edition: str) -> list[Path]:
    """All settings of an edition: the quick one has the reading of 2002 alone.

    So have processors, disks, files and UDP, which do not depend on TCP, and the estimate by loss,
    which is that of NewReno.
    """
    if edition == "quick":
        return [
            *mathis(AS_RUN, edition),
            *grid(AS_RUN, CERN, edition),
            *linear(AS_RUN, edition),
            *determined(edition),
            *(cell for tool in (DURATIONS, DEFAULTS) for cell in to_hosts(AS_RUN, tool, edition)),
            *scored(edition),
        ]
    return [
        *(cell for place in (ANL, RAL, LONGER) for cell in grid(AS_RUN, place, edition)),
        *COPIES,
        *determined(edition),
        *to_hosts(AS_RUN, PAIRS, edition),
        *UNDELAYED,
        *SHORT_QUEUE,
        *scored(edition),
        *(cell for read in READINGS for cell in of_reading(read)),
    ]


def place_of(cell: Path) -> Place:
    """Find the path of a setting."""
    if cell.tool not in TO_HOSTS:
        return PLACES[cell.place]
    host = read_hosts()[cell.place]
    k = 1 if cell.tool == PAIRS else min(HOSTS_SCALE, max(1, (HOSTS_LOSS / host.loss) ** 0.5))
    return Place(host.mbps, host.rtt, host.queue, host.loss, k)


def divisor(cell: Path, edition: str) -> float:
    """Divisor of the rates of a setting."""
    if cell.tool == SCORED and edition == "quick":
        return SCORED_SCALE
    if cell.tool in TO_HOSTS or (edition == "quick" and cell.tool != ZLIB):
        return place_of(cell).scale
    return TODAY_SCALE if cell.reading != AS_RUN and cell.place != OPEN else 1


def _seconds(cell: Path, edition: str) -> tuple[float, float]:
    """Duration of a test, and of the omitted time before."""
    if cell.tool == LONG:
        return 3 * SECONDS, 3 * SECONDS
    if cell.place == SHALLOW:
        return SHALLOW_S, SHALLOW_S / 4
    if cell.place == WIDE:
        return 3 * SECONDS if edition == "quick" else SECONDS, 2.0
    if cell.place != OPEN:
        return SECONDS, 2.0 if cell.place == HOST else 0.0
    if cell.reading == BBR:
        return 20.0, 10.0  # BBR ignores loss
    if cell.reading != AS_RUN or edition == "quick":
        return 60.0, 10.0
    # Losses in a second are C sqrt(loss) / RTT.
    return LOSS_EVENTS * PLACES[OPEN].rtt / 1000 / (MATHIS[cell.acks] * cell.loss**0.5), 10.0


def scenario(cell: Path, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    place = place_of(cell)
    k = divisor(cell, edition)
    loss = place.loss * k * k if cell.loss == OWN_LOSS else cell.loss
    values: dict[str, str | float] = {
        "Rate": f"{(cell.rate or place.mbps) / k:g}Mb/s",
        "RoundTrip": f"{place.rtt:g}ms",
        "Buffer": f"{place.queue:g}ms",
        "Loss": loss,
        "Stack": STACK[cell.reading],
        "AckEvery": cell.acks,
        "LoginTime": 0,
        "Pause": "1s",
    }
    if cell.tool == SAMPLES:
        probe = "ns3::PingProbe[Interval=100ms|Wait=1s]"
        return PATH, {**values, "Probes": probe, "Repeat": SAMPLE_COUNT, "Pause": 0}
    if cell.mhz:
        processor = _host("Processor", "Megahertz", f"{cell.mhz / k:g}", "1133")
        values |= {"Processor": processor, "RemoteProcessor": processor}
    if SINKS[cell.sink]:
        values["RemoteDisk"] = _host(
            "Disk", "Rate", f"{1e6 * SINKS[cell.sink] / k:.0f}bps", "60000000bps"
        )
    if cell.tool == PAIRS:
        values["Clock"] = CLOCK
    if cell.use:
        least = 1e5 if cell.tool == SCORED and edition == "quick" else 1e4
        values["CrossTraffic"] = _others(cell.use, k, least)
    tools = _tools(cell, edition, k)
    if cell.tool == SCORED:
        values["Beside"] = "ns3::PingProbe[Count=70|Discard=30|Interval=+100000000ns]"
    elif cell.place in (CERN, LIMITED) and cell.tool not in (BOTH, *TO_HOSTS):
        # Pings of a neighbour, while the streams are open.
        seconds, omit = _seconds(cell, edition)
        often = 25 if cell.tool == LONG else 20
        count, skip = int(0.7 * often * seconds), int(often * (omit + 0.3 * seconds))
        interval, wait = f"Interval=+{10**9 // often}ns", "Wait=+2000000000ns"
        patience = "|Timeout=+3000000000000ns" if cell.tool == LONG else ""
        tools.insert(0, f"ns3::PingProbe[Count={often}|{interval}|{wait}]")
        ping = f"Count={count}|Discard={skip}|{interval}{patience}|{wait}"
        values["Beside"] = f"ns3::PingProbe[{ping}]"
    return PATH, {**values, "Probes": ";".join(tools)}


def _others(percent: int, k: float, least: float) -> str:
    """Write cross traffic as the archive does; flow sizes are divided like rates."""
    values = f"FlowMax={1e7 / k:g}|FlowMin={least / k:g}|Mean={percent / 100:g}"
    return object_text("ns3::CrossTraffic", values, ("FlowMax=1e+07", "FlowMin=10000", "Mean=0.15"))


def _host(part: str, attribute: str, value: str, initial: str) -> str:
    """Write a part of a host as the archive does, without default values."""
    return f"ns3::Host{part}" + (f"[{attribute}={value}]" if value != initial else "")


def _tools(cell: Path, edition: str, k: float) -> list[str]:
    divided = 1 if cell.place in KEEP_WINDOWS else k
    window = round(cell.window * 1024 / divided)
    common = f"Window={window}|Streams={cell.streams}|Timeout=3000s"
    if cell.tool in (DURATIONS, DEFAULTS):
        long = [f"Duration={LONG_S}s"] if cell.tool == DURATIONS and edition == "full" else []
        return [f"ns3::ThroughputProbe[{common}|Interval=0s|{time}]" for time in (SHORT, *long)]
    if cell.tool == PAIRS:
        return ["ns3::PipecharProbe"]
    if cell.tool == SCORED:
        return _every_tool(common, edition, k)
    seconds, omit = _seconds(cell, edition)
    iperf = f"ns3::ThroughputProbe[{common}|Duration={seconds:g}s|Omit={omit:g}s|Interval=0s]"
    endless = f"{common}|Size=100000000000|TimeLimit={seconds + omit:g}s"
    sink = "|Sink=Memory" if cell.sink == "memory" else "|Sink=Disk"
    limit = f"|RateLimit={cell.limit / k:g}Mb/s" if cell.limit else ""
    block = f"|BlockSize={65_536 // divided}"
    bbcp = f"ns3::BbcpProbe[{endless}{block}{sink}{limit}]"
    file = f"{common}|Size={FILE_BYTES}"
    return {
        IPERF: [iperf],
        LONG: [iperf],
        BBCP: [bbcp],
        BOTH: [iperf, bbcp],
        ZLIB: [
            f"ns3::BbcpProbe[{file}]",
            f"ns3::BbcpProbe[{file}|CompressionRatio={cell.ratio:g}]",
        ],
    }[cell.tool]


def _every_tool(common: str, edition: str, k: int) -> list[str]:
    """Write all tools, with rates that fit a path of 100 Mb/s over k."""
    pairs = "ns3::PacketPairProbe[Estimator=ns3::"
    fewer = "[Pairs=200|Trains=20]" if edition == "quick" else ""
    return [
        "ns3::PingProbe",
        "ns3::PipecharProbe",
        f"{pairs}AbweEstimator]",
        f"{pairs}PathrateEstimator{fewer}]",
        f"{pairs}SpruceEstimator[Capacity={100 / k:g}Mb/s]]",
        f"ns3::ChirpProbe[LowRate={10 / k:g}Mb/s|HighRate={200 / k:g}Mb/s]",
        "ns3::SlopsProbe",
        f"ns3::UdpMonitorProbe[Packets={10_000 // k}|Spacing={k}ms]",
        f"ns3::ThroughputProbe[{common}|Duration=10s|Interval=0s]",
        f"ns3::BbcpProbe[{common}|Size=100000000000|TimeLimit=10s]",
    ]
