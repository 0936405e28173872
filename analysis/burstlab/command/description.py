# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The output of ``./lab describe`` for a scenario or TypeId."""

from __future__ import annotations

from typing import Any

from burstlab.command import printing


def show(document: dict[str, Any]) -> None:
    """Print a description from `catalogue.describe`."""
    study = f" ({document['type']}, study {document['study']})" if document["study"] else ""
    printing.headed(document["name"], study)
    printing.line(document["help"])
    if document.get("header"):
        header = document["header"]
        text = f'#include "{header}"' if header.endswith(".h") else header
        rows = [[name, document[name]] for name in ("parent", "group", "chapter") if document[name]]
        printing.line()
        printing.table(("class", ""), [["header", text], *rows])
        printing.line()
    if document["kinds"]:
        printing.line(f"kinds: {', '.join(document['kinds'])}\n")
    names = ("name", "default", "allowed", "help")
    rows = [[str(attribute[name]) for name in names] for attribute in document["attributes"]]
    if rows:
        printing.table(("attribute", "default", "allowed", ""), rows)
    else:
        printing.line("no attributes")
    for attribute in document["attributes"]:
        if attribute["kinds"]:
            kinds = ", ".join(attribute["kinds"])
            printing.line(f"\nkinds for {attribute['name']}: {kinds}")
    inherited: dict[str, list[str]] = {}
    for attribute in document["attributes"]:
        if attribute["declared"] != document["type"]:
            inherited.setdefault(attribute["declared"], []).append(attribute["name"])
    for owner, names in inherited.items():
        printing.line(
            f"\ninherited from {owner}, with defaults by --{owner}::NAME=..: {', '.join(names)}"
        )
    if document["traces"]:
        printing.line()
        traces = [[trace["name"], trace["help"]] for trace in document["traces"]]
        printing.table(("trace", ""), traces)
    if document["statistics"]:
        printing.line()
        statistics = [[s["name"], s["unit"], s["help"]] for s in document["statistics"]]
        printing.table(("statistic", "unit", ""), statistics)
