# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""``python -m burstlab`` is ``./lab`` without its set-up."""

from burstlab.command import main

main()
