# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Benchmarks of the house: each file is one, found by being here."""
