# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Studies: declaration, figures and claims, discovery, and judgement of claims."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=["figures", "measures", "tables", "ticks"],
    submod_attrs={
        "declaration": [
            *(
                "EDITIONS",
                "OUR_OWN",
                "VERDICTS",
                "Claim",
                "Claims",
                "Exhibit",
                "Exhibits",
                "Finding",
            ),
            *("Judgement", "NotAsked", "Reading", "Rows", "Ruled", "Study"),
            "rule",
        ],
        "degrees": [
            *("ABOUT", "DERIVED", "EXTREME", "MUCH", "NEAR", "OFTEN", "SAME", "about", "derived"),
        ],
        "edition": ["LOOKS", "Edition", "Look"],
        "finding": [
            *("apart", "find_studies", "import_part", "in_study", "made_at", "read_studies"),
        ],
        "judging": [
            *(
                "MAX_TIMES",
                "documents",
                "evaluate",
                "judge",
                "judged",
                "outlook",
                "rounded",
                "row",
            ),
        ],
        "names": ["study_names"],
        "rules": [
            *("OPEN", "SHARES", "Above", "Below", "Equals", "Rule", "Within"),
            *("needed_of_all", "verdict_of_all"),
        ],
        "settings": [
            *("Labelled", "absent", "all_of", "present", "present_items", "replicated"),
            "runs_of",
        ],
    },
)
