# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Incidents of changes on many paths, and alerts that an operator acknowledges."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd

from burstlab.arguments import checked
from burstlab.errors import InputError, KindError
from burstlab.monitoring.changes import Change
from burstlab.monitoring.series import with_columns

KINDS = ("route", "rtt", "throughput")
"""Kinds of changes on a path, in order of decreasing probability as a cause."""


@checked
def incidents(
    events: pd.DataFrame,
    places: pd.DataFrame,
    within: float = 6 * 3600.0,
    share: float = 0.6,
) -> pd.DataFrame:
    """Gather events of many paths into incidents.

    Events belong together if each starts at most `within` after the previous event. The place of
    the incident is the widest place in which at least two paths, and at least the part `share` of
    all paths, had an event. The remaining events go to narrower places, and in the end to single
    paths.

    Parameters
    ----------
    events
        A row an event: ``path``, ``kind``, one of `KINDS`, ``onset`` and ``detected`` in s, and
        ``size``, the relative change, NaN without a number.
    places
        Index the paths; columns the places of each path, from the widest, the monitor, to the
        narrowest, as region and site.
    within
        Seconds.
    share
        Above 0 and at most 1.

    Returns
    -------
    pandas.DataFrame
        A row an incident: the earliest ``onset`` and ``detected`` of its events, ``scope``, a
        column of `places` or ``"path"``, ``where``, ``paths``, a tuple, ``kinds``, a tuple in the
        order of `KINDS`, and ``size``, the median of the last kind among them.
    """
    _check(events, places)
    if not within > 0:
        raise InputError(f"within = {within}: more than 0 s is allowed")
    if not 0 < share <= 1:
        raise InputError(f"share = {share}: above 0 and at most 1 is allowed")
    ordered = events.sort_values(["onset", "path"], kind="stable", ignore_index=True)
    cluster = (ordered["onset"].diff() > within).cumsum()
    rows = []
    for _, left in ordered.groupby(cluster):
        for scope in places.columns:
            for where, members in places.groupby(scope, sort=True).groups.items():
                inside = left[left["path"].isin(members)]
                hit = inside["path"].nunique()
                if hit >= max(2, share * len(members) - 1e-9):  # 0.55 * 100 is above 55
                    rows.append(_incident(inside, scope, where))
                    left = left.drop(inside.index)
        rows += [_incident(rest, "path", path) for path, rest in left.groupby("path")]
    columns = ["onset", "detected", "scope", "where", "paths", "kinds", "size"]
    table = pd.DataFrame(rows, columns=columns)
    return table.sort_values(["onset", "scope", "where"], ignore_index=True)


def _check(events: pd.DataFrame, places: pd.DataFrame) -> None:
    with_columns("events", events, "path", "kind", "onset", "detected", "size")
    for kind in events["kind"]:
        if kind not in KINDS:
            raise InputError(f"events: kind = {kind}: {', '.join(KINDS)} are allowed")
    for path in events["path"]:
        if path not in places.index:
            raise InputError(f"places: path = {path} is not in the index")


def _incident(events: pd.DataFrame, scope: str, where: object) -> tuple:
    kinds = tuple(kind for kind in KINDS if kind in set(events["kind"]))
    return (
        events["onset"].min(),
        events["detected"].min(),
        scope,
        where,
        tuple(sorted(set(events["path"]))),
        kinds,
        events["size"][events["kind"] == kinds[-1]].median(),
    )


@dataclass
class Alert:
    """A change that an operator must acknowledge.

    Attributes
    ----------
    path
        The path of the change.
    change
        The detected change.
    state
        ``"raised"``, ``"acknowledged"`` or ``"cleared"``.
    by, acknowledged, cleared
        Name of the operator, and times of acknowledgement and end, s; None before.
    """

    path: str
    change: Change
    state: str = "raised"
    by: str | None = None
    acknowledged: float | None = None
    cleared: float | None = None


class AlertBook:
    """Keeps alerts from the detection of a change until the old level returns.

    While a path has an alert, further changes belong to this alert. Only a change past the level
    before the alert, to the other side, raises a new alert. An alert is cleared when a change ends
    within `near` of the level before the alert, or when `needed` of the last `among` values are
    there. `near` is smaller than a change that raises an alert, so that a value near the limit does
    not raise and clear alerts in turn. A later detection of the return raises no alert.

    Parameters
    ----------
    notify
        Called with each alert that is raised, acknowledged or cleared.
    near
        Part of the level before.
    needed, among
        k of n.
    """

    def __init__(
        self,
        notify: Callable[[Alert], None] = lambda alert: None,
        near: float = 0.2,
        needed: int = 3,
        among: int = 4,
    ) -> None:
        if not near > 0:
            raise InputError(f"near = {near}: above 0 is allowed")
        if not 1 <= needed <= among:
            raise InputError(f"needed = {needed}: 1 to among = {among} is allowed")
        self._notify, self._near = notify, near
        self._needed, self._among = needed, among
        self._open: dict[str, Alert] = {}
        self._back: dict[str, deque[bool]] = {}
        self._usual: dict[str, float] = {}
        self.alerts: list[Alert] = []

    def raise_for(self, path: str, change: Change) -> Alert | None:
        """Record a change; return the alert if it is new."""
        usual = self._usual.get(path, change.before)
        away = change.after / usual - 1
        known = self._open.get(path)
        if known:
            beyond = away * known.change.size < 0 and abs(away) > self._near
            if abs(away) > self._near and not beyond:
                return None
            self._clear(known, change.detected)
        if abs(away) <= self._near:
            return None
        alert = Alert(path, change)
        self._open[path], self._back[path] = alert, deque(maxlen=self._among)
        self._usual[path] = usual if known else change.before
        self.alerts.append(alert)
        self._notify(alert)
        return alert

    def observe(self, path: str, time: float, value: float) -> None:
        """Observe a value of a path, at a time in s."""
        alert = self._open.get(path)
        if alert is None:
            return
        back = self._back[path]
        back.append(abs(value / self._usual[path] - 1) <= self._near)
        if sum(back) >= self._needed:
            self._clear(alert, time)

    def acknowledge(self, path: str, time: float, by: str) -> None:
        """Acknowledge the alert of a path."""
        alert = self._open.get(path)
        if alert is None:
            raise InputError(f"path = {path}: there is no alert; {self._names()}")
        alert.state, alert.acknowledged, alert.by = "acknowledged", time, by
        self._notify(alert)

    def _clear(self, alert: Alert, time: float) -> None:
        del self._open[alert.path]
        alert.state, alert.cleared = "cleared", time
        self._notify(alert)

    def _names(self) -> str:
        return f"there are alerts of {', '.join(self._open)}" if self._open else "there are none"

    def table(self) -> pd.DataFrame:
        """All alerts, a row each: path, the columns of a change, state, by and times in s."""
        rows = [
            (a.path, *a.change, a.change.size, a.state, a.by, a.acknowledged, a.cleared)
            for a in self.alerts
        ]
        names = ["path", *Change._fields, "size", "state", "by", "acknowledged", "cleared"]
        return pd.DataFrame(rows, columns=names)


Hop = tuple[str, str] | None
"""Address and autonomous system of a hop; None for a hop without an answer."""


@checked
def route_change(before: Sequence[Hop], after: Sequence[Hop]) -> str:
    """Classify the change of a route, as in SLAC's comparison of traceroutes.

    Hop by hop: without an answer the change is ``"unknown"``, with equal addresses ``"none"``,
    with another last octet ``"minor"``, within an autonomous system ``"minor AS"``, else
    ``"significant"``. A significant change is of one router, or of several if the lengths or two
    hops differ.

    Returns
    -------
    str
        The largest: ``"none"``, ``"unknown"``, ``"minor"``, ``"minor AS"``, ``"significant, one
        router"`` or ``"significant"``.
    """
    for name, route in (("before", before), ("after", after)):
        if any(hop is not None and not isinstance(hop, tuple) for hop in route):
            raise KindError(f"{name}: a hop is an address with its autonomous system, or None")
    if len(before) != len(after):
        return "significant"
    found = [_hop(old, new) for old, new in zip(before, after, strict=True)]
    if found.count("significant") == 1:
        return "significant, one router"
    order = ("none", "unknown", "minor", "minor AS", "significant")
    return max(found, key=order.index, default="none")


def _hop(old: Hop, new: Hop) -> str:
    if old is None or new is None:
        return "none" if old == new else "unknown"
    if old[0] == new[0]:
        return "none"
    if old[0].rpartition(".")[0] == new[0].rpartition(".")[0]:
        return "minor"
    return "minor AS" if old[1] == new[1] else "significant"
