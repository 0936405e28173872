# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The archive: one SQLite file of runs, their results, and the verdicts of claims."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "choosing": ["choices", "of_object"],
        "database": ["SCHEMA", "Database", "Schema", "check_place"],
        "documents": ["as_document", "literal", "publish"],
        "labels": [
            "Value",
            "as_text",
            "check_labels",
            "check_study",
            "check_units",
            "is_study",
            "label_types",
            "plain",
        ],
        "results": ["Results"],
        "store": ["Archive", "open"],
    },
)
