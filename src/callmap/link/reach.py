"""Which files an edit reaches by what they read: takes a `PastWorld` and marks of what differs, notes them. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from sys import byteorder

from callmap.link.entries import FRAMEWORKS, entries_of
from callmap.link.lineage import Block
from callmap.link.names import Names
from callmap.link.notes import BELOW, BLOCKS, mark
from callmap.link.past import PastWorld, Stale
from callmap.link.trace import Trace, Whole, is_gone


def reach(
    world: PastWorld, whole: Whole, changed: set[int], too_many: Callable[[set[str]], bool]
) -> tuple[Names, dict[str, int]]:
    """Notes in the world's past all files that read something that differs: the marks in `changed`, and what follows
    from them for classes and entries. Gives what knows their names, and how many files import frameworks now. Raises
    Stale where these are too many, or what they read is not known."""
    past, marks = world.past, changed
    past.dirty |= past.changed & world.known
    for language in world.languages():
        world.remember(f"{FRAMEWORKS} {language.name}", lambda name=language.name: whole.witnesses.get(name, 0) > 0)  # type: ignore[misc]
    while True:
        past.dirty |= _readers(world, whole, marks)
        if too_many(past.dirty):
            raise Stale
        names, witnesses = Names(world), Counter(whole.witnesses)
        world.renew(names)
        marks, targets = _consequences(world, names, past.dirty | past.changed, witnesses)
        again = False
        while not again and (more := ((targets & world.known) | _readers(world, whole, marks)) - past.dirty):
            past.dirty |= more
            marks, targets = _consequences(world, names, more, witnesses)
            again = bool(marks)  # what was found of classes before these were known is not true any more
        if not again:
            break
    if {name for name, count in witnesses.items() if count} != {
        name for name, count in whole.witnesses.items() if count
    }:
        raise Stale
    return names, {name: count for name, count in witnesses.items() if count}


def _readers(world: PastWorld, whole: Whole, marks: set[int]) -> set[str]:
    """The files that have read something."""
    if any(each.to_bytes(4, byteorder) in whole.marks for each in marks):
        raise Stale  # what project files declare may lead elsewhere
    return world.past.marks.readers.by_any(marks) & world.known


def _consequences(
    world: PastWorld, names: Names, paths: set[str], witnesses: Counter[str]
) -> tuple[set[int], set[str]]:
    """What differs in files that are linked anew: (marks of classes that others inherit from, files whose entries are
    others). Counts in `witnesses` the languages of which they import frameworks."""
    past, entries = world.past, entries_of(names)
    marks: set[int] = set()
    targets: set[str] = set()
    for path in sorted(paths):
        then = past.trace(path) if path in past else Trace()
        here = path in world.known
        heirs = names.classes.heirs(path) if here else []
        if heirs != then.heirs:
            bases = {base for _, base in (*heirs, *then.heirs) if base.symbol > 0 and not is_gone(base)}
            marks.update(mark(base.path, world.symbol(base).name, BELOW) for base in bases)
        marks.update(_blocks_that_differ(world, then.blocks, names.classes.blocks(path) if here else []))
        witnesses.subtract(then.witnesses)
        witnesses.update(entries.witnesses(path) if here else ())
        now = [(each.found.value, each.reason) for each in entries.registrations(path)] if here else []
        if now != then.entries:
            targets.update(target.path for target, _ in {*now} ^ {*then.entries})
    return marks, targets


def _blocks_that_differ(world: PastWorld, then: list[Block], now: list[Block]) -> set[int]:
    """Marks of the classes that one file gives other blocks than before."""
    before, after = ([(cls, trait) for cls, trait, _ in blocks] for blocks in (then, now))
    if before == after:
        return set()
    classes = [cls for cls in {cls for cls, _ in (*before, *after)} if not is_gone(cls)]
    return {
        mark(cls.path, world.symbol(cls).name, BLOCKS) for cls in classes
        if [trait for of, trait in before if of == cls] != [trait for of, trait in after if of == cls]
    }  # fmt: skip
