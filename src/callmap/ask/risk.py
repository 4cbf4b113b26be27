"""How risky a change is: takes how much it reaches and what is remembered about it, gives a score with its parts.

    score = blast radius (0–40) + decisions (0–35) + past errors (0–25)

Each part grows fast at first and never passes its share: 1 affected symbol gives 6 points, 10 give 21, 100 and more
give 40; 1, 2, 3 decisions that constrain what is changed give 14, 22, 27; 1, 2, 3 past errors give 10, 16, 20.
Levels: low < 20 ≤ medium < 45 ≤ high < 70 ≤ critical.
"""

from __future__ import annotations

import math

import msgspec

BLAST, DECISIONS, ERRORS = 40, 35, 25  # points at most
_WIDE = 100  # affected symbols that give all points
_EACH = 0.4  # of what is left, for each decision or error
LEVELS = (("critical", 70), ("high", 45), ("medium", 20), ("low", 0))


class Risk(msgspec.Struct, frozen=True):
    """A score from 0 to 100, its level, and how many points each part gives for how many things."""

    score: int
    level: str
    blast_radius: int
    decisions: int
    errors: int
    affected_symbols: int
    related_decisions: int
    past_errors: int


def risk(affected: int, decisions: int, errors: int) -> Risk:
    """`affected`: symbols that the change reaches; `decisions`: that constrain them; `errors`: past ones there."""
    blast = round(BLAST * min(1.0, math.log1p(max(0, affected)) / math.log1p(_WIDE)))
    bound = round(DECISIONS * (1 - (1 - _EACH) ** max(0, decisions)))
    broken = round(ERRORS * (1 - (1 - _EACH) ** max(0, errors)))
    score = blast + bound + broken
    level = next(name for name, least in LEVELS if score >= least)
    return Risk(score, level, blast, bound, broken, affected, decisions, errors)
