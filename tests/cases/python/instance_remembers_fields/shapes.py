from dataclasses import dataclass
from typing import Callable, NamedTuple


@dataclass
class Step:
    name: str
    run: Callable


class Pair(NamedTuple):
    left: Callable
    right: Callable
