# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The documentation of a TypeId's class, from its source and header."""

from __future__ import annotations

import re
import sysconfig
from pathlib import Path

from burstlab import paths

_CLASS = (
    r"(?P<comment>/\*\*(?:(?!\*/).)*\*/\s*|(?:^///[^\n]*\n)+)?(?:^template <[^\n]*>\n)?"
    r"^class {name}(?: final)?\s*(?::\s*public (?P<base>[\w:]+\b(?!<))?[^;{{]*)?\{{"
)
_PARENT = r' TypeId\("{type_id}"\)\s*\.SetParent<([\w:]+)>'
_MARGIN = re.compile(r"^(?:/\*\*|///| \*/?) ?|\*/$", re.M)
_GROUP = re.compile(r"[@\\]ingroup +([\w-]+)\s*")
_MARKUP = re.compile(r"[@\\](?:brief|c|p|e|a|ref) +")


def declaration(type_id: str) -> dict[str, str]:
    """Describe the class of a TypeId; unknown texts are empty.

    Returns
    -------
    dict of str to str
        ``help``: the first paragraph of its comment; ``header``: the name to include, or the source
        of a plugin; ``parent``: a TypeId; ``group``: the group in doxygen, in ``contrib/`` the
        module; ``chapter``: the chapter of the module.
    """
    texts = dict.fromkeys(("help", "header", "parent", "group", "chapter"), "")
    name = type_id.rpartition("::")[2].partition("<")[0]
    source = _source(type_id)
    pattern = re.compile(_CLASS.format(name=name), re.S | re.M)
    for file in _headers() if source is None else (source.with_suffix(".h"), source):
        text = _read(file)
        found = pattern.search(text) if f"class {name}" in text else None
        if found:
            break
    else:
        return texts
    stated = re.search(_PARENT.format(type_id=type_id), _read(source)) if source else None
    parent = stated[1] if stated else found["base"]
    space = type_id.rpartition("::")[0]
    space = space if _source(f"{space}::{parent}") else "ns3"
    comment = _MARGIN.sub("", found["comment"] or "").strip()
    group = _GROUP.search(comment)
    comment = _MARKUP.sub("", _GROUP.sub("", comment))
    texts["help"] = " ".join(comment.split("\n\n")[0].split())
    texts["header"] = f"ns3/{file.name}" if file.suffix == ".h" else paths.relative(file)
    texts["parent"] = f"{space}::{parent}" if parent else ""
    texts["group"] = group[1] if group else ""
    chapter = paths.CONTRIB / texts["group"] / "doc" / f"{texts['group']}.rst"
    texts["chapter"] = paths.relative(chapter) if chapter.exists() else ""
    return texts


def header_of(name: str) -> str:
    """Find the header of a class without TypeId, such as a helper: the name to include, or ''."""
    pattern = re.compile(rf"^class {name.rpartition('::')[2]}\b[^;]*$", re.M)
    files = (file for file in _headers() if pattern.search(_read(file)))
    return next((f"ns3/{file.name}" for file in files), "")


def _source(type_id: str) -> Path | None:
    """Find the source of a TypeId in ``contrib/`` or of a plugin."""
    folders = [*paths.CONTRIB.glob("*/model"), *paths.CONTRIB.glob("*/helper")]
    folders += [paths.EXAMPLES, paths.ROOT / "scratch"]
    files = (file for folder in folders for file in folder.rglob("*.cc"))
    return next((file for file in files if f' TypeId("{type_id}")' in _read(file)), None)


def _headers() -> list[Path]:
    """List the headers of ns-3 and of ``contrib/``; templates with a TypeId have no source."""
    ns3 = Path(sysconfig.get_path("purelib")) / "ns3" / "include" / "ns3"
    ours = [*paths.CONTRIB.glob("*/model/**/*.h"), *paths.CONTRIB.glob("*/helper/**/*.h")]
    return sorted([*ns3.glob("*.h"), *ours])


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""
