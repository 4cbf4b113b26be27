"""The index on a real SQLite file: what goes in comes out, what is not ours keeps every byte."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import apsw
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from callmap.errors import IndexBusy, IndexNotReady, StoreFromTheFuture, StoreTrouble
from callmap.model import Edge, FileState, Unit, UnitSymbol
from callmap.store import rows, store
from callmap.store.database import PAGE_SIZE
from callmap.store.store import Index, symbol_key
from processes import PATIENCE


def symbol(name: str, line: int = 1, end: int = 9, kind: str = "function", module: str = "m") -> UnitSymbol:
    return UnitSymbol(
        name,
        f"{module}.{name}",
        kind,
        name.rpartition(".")[0],
        line,
        1,
        end,
        f"def {name}()",
        "Doc.",
        ("async",),
        "b",
        False,
    )


def edge(caller: str, path: str, callee: str, line: int = 2, called: str = "") -> Edge:
    known = bool(path)
    return Edge(
        kind="CALLS",
        call_type="direct",
        confidence="static" if known else "unresolved",
        via=("imported",) if known else (),
        caller=caller,
        callee_path=path,
        callee=callee,
        name=f"x.{called or callee}",
        called=called or callee,
        external=None if known else "lib.x",
        reason="" if known else "external",
        line=line,
        column=5,
        condition=None,
    )


def unit(path: str, names: list[str], edges: list[Edge] | None = None, blob: str = "") -> Unit:
    return Unit(path, "python", blob or f"blob of {path}", tuple(map(symbol, names)), tuple(edges or ()))


def show(index: Index, units: list[Unit], ref: str = "live", tree: str = "/tree") -> int:
    files = [FileState(u.path, u.blob, u.language, 10, 1) for u in units]
    return index.flip(ref, tree, index.save_units(units), files).id


A = unit("a.py", ["run", "Box.open", "Box"], [edge("run", "b.py", "clean", 3), edge("run", "", "", 2, "print")])
B = unit("b.py", ["clean", "box_open"], [edge("clean", "a.py", "Box.open")])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "index.db"


@pytest.fixture
def index(path: Path) -> Iterator[Index]:
    with Index.open(path, write=True) as index:
        yield index


def names(found: list[rows.SymbolRow]) -> list[str]:
    return [row.id for row in found]


# --- what goes in comes out ---


def test_symbols_and_edges_round_trip(index: Index) -> None:
    live = show(index, [A, B])
    (run,) = index.symbols_named(live, "a.py::run")
    assert (run.key, run.qualified_name, run.flags, run.signature) == (
        symbol_key("a.py", "run"),
        "m.run",
        ("async",),
        "def run()",
    )
    unresolved, resolved = index.edges_from(live, [run.key])
    assert unresolved.callee is None and (unresolved.reason, unresolved.external) == ("external", "lib.x")
    assert resolved.callee is not None and resolved.callee.id == "b.py::clean"
    assert (resolved.callee.kind, resolved.callee.qualified_name, resolved.via) == (
        "function",
        "m.clean",
        ("imported",),
    )
    assert index.edges_to(live, [resolved.callee.key]) == [resolved]
    assert index.unresolved_calls_named(live, "print") == (1, [unresolved])
    assert index.unresolved_calls_named(live, "clean") == (0, [])
    assert [(e.caller.path, e.seq) for e in index.edges(live)] == [("a.py", 0), ("a.py", 1), ("b.py", 0)]
    assert [e.caller.path for e in index.edges(live, paths="b*", confidence=["static"])] == ["b.py"]


def test_an_edge_to_a_symbol_that_the_snapshot_lacks_still_names_it(index: Index) -> None:
    live = show(index, [A])
    (found,) = index.edges_to(live, [symbol_key("b.py", "clean")])
    assert found.callee is not None and (found.callee.id, found.callee.kind) == ("b.py::clean", "")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("open", ["src/a.py::Box.open", "src/b.py::open", "src/b.py::open#2"]),
        ("Box.open", ["src/a.py::Box.open"]),
        ("m.Box.open", ["src/a.py::Box.open"]),
        ("ox.open", []),
        ("src/b.py::open", ["src/b.py::open"]),
        ("a.py::open", ["src/a.py::Box.open"]),
        ("open#2", ["src/b.py::open#2"]),
        ("m::Box::open", ["src/a.py::Box.open"]),
        ("Box", ["src/a.py::Box"]),
    ],
)
def test_symbols_are_found_by_what_people_call_them(index: Index, name: str, found: list[str]) -> None:
    live = show(index, [unit("src/a.py", ["Box.open", "Box"]), unit("src/b.py", ["open", "open#2"])])
    assert names(index.symbols_named(live, name)) == found


def test_kind_file_and_qualified_name_of_a_module_narrow_a_search(index: Index) -> None:
    module = UnitSymbol("<module>", "pkg.tools", "module", "", 1, 1, 99, "", "", (), "", False)
    live = show(index, [Unit("pkg/tools.py", "python", "1", (module, symbol("go", 5, 9)), ()), unit("x.py", ["go"])])
    assert names(index.symbols_named(live, "go", file="tools")) == ["pkg/tools.py::go"]
    assert names(index.symbols_named(live, "go", file="pkg/*.py")) == ["pkg/tools.py::go"]
    assert names(index.symbols_named(live, "go", kinds=["class"])) == []
    assert names(index.symbols_named(live, "pkg.tools")) == ["pkg/tools.py::<module>"]
    assert names(index.symbols_at(live, "pkg/tools.py", 6)) == ["pkg/tools.py::go", "pkg/tools.py::<module>"]
    assert names(index.symbols_like(live, kinds=["module"])) == ["pkg/tools.py::<module>"]
    assert index.all_names(live) == ["<module>", "go"]


def test_patterns_mean_themselves(index: Index) -> None:
    live = show(index, [unit("a.py", ["get_a", "getXa", "Get.a", "p%q", "pxq", "b!_c"])])

    def like(pattern: str) -> list[str]:
        return sorted(row.name for row in index.symbols_like(live, pattern))

    assert like("T_A") == ["get_a"]
    assert like("get_*") == ["get_a"]
    assert like("get?a") == ["Get.a", "getXa", "get_a"]
    assert like("%") == ["p%q"]
    assert like("!_") == ["b!_c"]
    assert len(like("")) == 6
    assert names(index.symbols_like(live, "pxq", file="a_py")) == []


def test_counts_tell_files_symbols_and_edges_by_sort(index: Index) -> None:
    files = [FileState("a.py", "1", "python", 1, 1), FileState("big.py", "", "python", 9, 1, "too large", "9 MB")]
    flipped = index.flip("live", "", index.save_units([A]), files, commit="c0ffee", versions="1/2", counters={"n": 1})
    assert index.snapshot("live", "") == flipped
    assert (flipped.commit, flipped.versions, flipped.counters) == ("c0ffee", "1/2", {"n": 1})
    live = flipped.id
    counts = index.counts(live)
    assert (counts.files, counts.skipped, counts.symbols) == ({"python": 1}, {"too large": 1}, {"function": 3})
    assert (counts.edges, counts.unresolved) == ({"static": 1, "unresolved": 1}, {"external": 1})
    assert counts.edge_kinds == {"CALLS": 2}
    assert index.files(live) == files


def test_facts_are_kept_by_content_dialect_and_version(index: Index) -> None:
    one, other = ("h1", "python", "1"), ("h1", "python", "2")
    index.save_facts([(one, b"facts"), (one, b"ignored")])
    assert index.known_facts([one, other]) == {one}
    assert list(index.load_facts([one, one, other])) == [(one, b"facts")]


@given(st.text(st.characters(codec=None, exclude_categories=())))
def test_any_text_survives_the_database(text: str) -> None:
    kept = rows.stored(text)
    assert rows.restored(kept) == text
    assert "\0" not in kept
    kept.encode()


def test_paths_and_names_that_are_not_utf8_survive(index: Index) -> None:
    bad, private = os.fsdecode(b"caf\xff.py"), "\U0010ffff.py"
    one = unit(bad, ["f\0", "g\udc80"], [edge("f\0", bad, "g\udc80"), edge("f\0", "", "", 3, "\udcff")])
    live = show(index, [one, unit(private, ["h"])])
    assert [file.path for file in index.files(live)] == [bad, private]
    assert names(index.symbols_in(live, bad)) == [f"{bad}::f\0", f"{bad}::g\udc80"]
    assert names(index.symbols_named(live, f"{bad}::g\udc80")) == [f"{bad}::g\udc80"]
    assert names(index.symbols_like(live, "\udc80")) == [f"{bad}::g\udc80"]
    (found,) = index.edges_to(live, [symbol_key(bad, "g\udc80")])
    assert found.callee is not None and found.callee.id == f"{bad}::g\udc80"
    assert index.unresolved_calls_named(live, "\udcff")[0] == 1
    show(index, [])
    assert index.files(live) == []


# --- snapshots ---


def rows_of(path: Path, table: str) -> int:
    with apsw.Connection(str(path)) as connection:
        ((count,),) = connection.execute(f"SELECT count(*) FROM {table}").fetchall()
    return int(str(count))


def test_flip_removes_what_no_snapshot_needs_and_keeps_what_another_has(index: Index, path: Path) -> None:
    key = ("blob of a.py", "python", "1")
    index.save_facts([(key, b"a"), (("blob of b.py", "python", "1"), b"b")])
    live = show(index, [A, B])
    main = show(index, [B], "main", "")
    changed = unit("a.py", ["run"], blob="new")
    assert show(index, [changed]) == live
    assert [s.generation for s in index.snapshots()] == [2, 1]
    assert index.known_facts([key]) == set()
    assert rows_of(path, "unit") == 2
    assert names(index.symbols_like(live)) == ["a.py::run"]
    assert names(index.symbols_like(main)) == ["b.py::box_open", "b.py::clean"]
    assert [e.id for edges in [index.edges(main)] for row in edges if (e := row.callee)] == ["a.py::Box.open"]
    index.drop("main", "")
    index.drop("live", "/tree")
    assert index.snapshots() == []
    assert [rows_of(path, table) for table in ("unit", "symbol", "reference", "blob", "file", "snapshot_unit")] == [
        0
    ] * 6


@pytest.mark.parametrize("many_of", [0, 1000])
def test_what_is_removed_leaves_no_rows(
    index: Index, path: Path, many_of: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether they are looked up, as for few units, or found by going through all, as for many."""
    monkeypatch.setattr("callmap.store.store._MANY_OF", many_of)
    tables = ("unit", "symbol", "reference", "word", "file")
    show(index, [A])
    before = [rows_of(path, table) for table in tables]
    show(index, [A, B])
    assert all(rows_of(path, table) > count for table, count in zip(tables, before, strict=True))
    show(index, [A])
    assert [rows_of(path, table) for table in tables] == before


def test_files_are_listed_with_what_is_kept_of_them(index: Index) -> None:
    """A file that stays as it was listed stays the same row."""
    live = show(index, [A, B])
    listed = index.listed(live)
    assert {path: file.unit for path, file in listed.items()} == index.unit_ids(live)
    assert [listed[file.path].state for file in index.files(live)] == index.files(live)
    units = {path: file.unit for path, file in listed.items()}
    changed = msgspec.structs.replace(listed["b.py"].state, mtime_ns=77)
    index.flip("live", "/tree", units, [listed["a.py"].state, changed])
    again = index.listed(live)
    assert again["a.py"] == listed["a.py"]
    assert again["b.py"].id != listed["b.py"].id and again["b.py"].state == changed


def test_snapshots_share_what_does_not_differ(index: Index, path: Path) -> None:
    """A second one costs a row of two numbers for each file."""
    show(index, [A, B], "one", "")
    show(index, [A, B], "two", "")
    changed = show(index, [A, unit("b.py", ["clean"])], "three", "")
    assert [rows_of(path, table) for table in ("file", "unit", "snapshot_file")] == [3, 3, 6]
    assert index.unit_ids(changed).keys() == {"a.py", "b.py"}
    assert {u.path for u in index.units(index.unit_ids(changed).values()).values()} == {"a.py", "b.py"}
    index.drop("three", "")
    assert [rows_of(path, table) for table in ("file", "unit", "snapshot_file")] == [2, 2, 4]


def test_the_same_unit_is_written_once(index: Index, path: Path) -> None:
    assert index.save_units([A, B]) == index.save_units([A, B])
    assert (rows_of(path, "unit"), rows_of(path, "symbol")) == (2, 5)


def test_sweep_removes_what_a_killed_run_left(index: Index, path: Path) -> None:
    index.save_facts(
        [
            (("orphan", "python", "1"), b""),
            (("blob of b.py", "python", "1"), b""),
            (("blob of b.py", "python", "2"), b""),
        ]
    )
    show(index, [B])
    index.save_units([A])
    index.sweep(versions=["2"])
    assert (rows_of(path, "unit"), rows_of(path, "symbol"), rows_of(path, "blob")) == (1, 2, 1)


def test_flip_refuses_units_that_are_gone_and_changes_nothing(index: Index) -> None:
    live = show(index, [A])
    with pytest.raises(IndexBusy, match="run `callmap index` again"):
        index.flip("live", "/tree", {"a.py": 12345}, [])
    assert names(index.symbols_named(live, "run")) == ["a.py::run"]


def test_touch_changes_times_only(index: Index) -> None:
    live = show(index, [A])
    index.touch_files(live, {"a.py": (77, 88)}, started_ns=99)
    snapshot = index.snapshot("live", "/tree")
    assert snapshot is not None and (snapshot.generation, snapshot.started_ns) == (1, 99)
    assert [(file.mtime_ns, file.ctime_ns) for file in index.files(live)] == [(77, 88)]
    assert index.snapshot("live", "/elsewhere") is None


def test_a_reader_sees_one_generation_while_another_is_written(index: Index, path: Path) -> None:
    live = show(index, [A, B])
    with Index.open(path, write=False) as reader:
        with reader.read():
            assert len(list(reader.edges(live))) == 3
            with index._database.write():  # a writer in the middle of its work …
                index._point(live, {}, {}, {})
                assert len(reader.files(live)) == 2
            show(index, [])  # … and one that is done
            assert len(reader.files(live)) == 2 and len(list(reader.edges(live))) == 3
        assert reader.files(live) == [] and list(reader.edges(live)) == []


def test_a_write_inside_a_read_is_a_mistake_that_says_so(index: Index) -> None:
    live = show(index, [A])
    edges = index.edges(live)
    next(edges)
    with pytest.raises(RuntimeError, match="inside a read"):
        index.touch_files(live, {})
    edges.close()
    index.touch_files(live, {})


# --- files that are not as they should be ---


def everything(directory: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in directory.iterdir()}


def made_by(path: Path, *statements: str) -> None:
    connection = apsw.Connection(str(path))
    for statement in statements:
        connection.execute(statement).fetchall()
    connection.close()


def refused(path: Path, error: type[StoreTrouble]) -> str:
    before = everything(path.parent)
    for write in (True, False):
        with pytest.raises(error) as caught:
            Index.open(path, write=write)
        assert everything(path.parent) == before
    return caught.value.message


def test_an_index_of_a_newer_callmap_is_left_alone(path: Path) -> None:
    Index.open(path, write=True).close()
    made_by(path, "PRAGMA user_version = 99")
    assert "Upgrade callmap" in refused(path, StoreFromTheFuture)


def test_a_newer_version_that_is_only_in_the_wal_is_left_alone(path: Path) -> None:
    Index.open(path, write=True).close()
    newer = apsw.Connection(str(path))
    newer.execute("PRAGMA user_version = 99").fetchall()
    database, wal = path.read_bytes(), Path(f"{path}-wal").read_bytes()
    for write in (True, False):
        with pytest.raises(StoreFromTheFuture):
            Index.open(path, write=write)
    assert (path.read_bytes(), Path(f"{path}-wal").read_bytes()) == (database, wal)
    newer.close()


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    made_by(tmp_path / "x.db", "CREATE TABLE mine (x)", "INSERT INTO mine VALUES (1)", "PRAGMA journal_mode = WAL")
    assert "another program" in refused(tmp_path / "x.db", StoreTrouble)


@pytest.mark.parametrize("content", [b"x", b"not a database\n" * 1000, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.db").write_bytes(content)
    assert "run `callmap index`" in refused(tmp_path / "x.db", StoreTrouble)


def test_a_damaged_index_is_left_alone(path: Path) -> None:
    with Index.open(path, write=True) as index:
        show(index, [A, B])
    content = bytearray(path.read_bytes())
    content[100:4096] = os.urandom(3996)
    path.write_bytes(content)
    assert "delete it" in refused(path, StoreTrouble)


def test_damage_found_later_is_told_as_such(path: Path) -> None:
    with Index.open(path, write=True) as index:
        live = show(index, [A, B])
    content = bytearray(path.read_bytes())
    content[PAGE_SIZE:] = b"\xa5" * (len(content) - PAGE_SIZE)  # all but the schema
    path.write_bytes(content)
    with Index.open(path, write=False) as index, pytest.raises(StoreTrouble, match="delete it"):
        index.files(live)
    assert path.read_bytes() == content


def test_an_empty_file_becomes_an_index(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with pytest.raises(IndexNotReady, match="Run `callmap index`"):
        Index.open(path, write=False)
    assert path.stat().st_size == 0
    with Index.open(path, write=True) as index:
        show(index, [A])
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_the_wal_of_a_deleted_index_is_not_replayed(path: Path) -> None:
    with Index.open(path, write=True) as old:
        show(old, [A])
        wal = Path(f"{path}-wal").read_bytes()
    path.unlink()
    Path(f"{path}-wal").write_bytes(wal)
    with Index.open(path, write=True) as index:
        assert index.snapshots() == []


def test_there_is_nothing_to_read_before_the_first_run(path: Path) -> None:
    with pytest.raises(IndexNotReady):
        Index.open(path, write=False)
    assert not path.parent.exists()


def test_an_older_layout_is_rebuilt_by_a_writer_only(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Index.open(path, write=True) as index:
        show(index, [A])
        assert not index.rebuilt
    made_by(path, "CREATE TABLE forgotten (x)", "CREATE VIEW old AS SELECT x FROM forgotten")
    monkeypatch.setattr(store, "LAYOUT_VERSION", store.LAYOUT_VERSION + 1)
    before = path.read_bytes()
    with pytest.raises(IndexNotReady, match="older callmap"):
        Index.open(path, write=False)
    assert path.read_bytes() == before
    with Index.open(path, write=True) as index:
        assert index.rebuilt and index.snapshots() == []
        show(index, [A])
    with Index.open(path, write=True) as index:
        assert not index.rebuilt and len(index.snapshots()) == 1


def test_files_are_for_their_owner_only(path: Path) -> None:
    old = os.umask(0)
    try:
        with Index.open(path.parent / "deeper" / path.name, write=True) as index:
            show(index, [A])
            directory = index.path.parent
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in directory.iterdir()}
    finally:
        os.umask(old)
    assert modes == {"index.db": 0o600, "index.db-wal": 0o600, "index.db-shm": 0o600}
    assert [stat.S_IMODE(d.stat().st_mode) for d in (directory, directory.parent)] == [0o700, 0o700]


def test_a_lock_is_not_damage(index: Index, path: Path) -> None:
    live = show(index, [A])
    with Index.open(path, write=True, patience=0.01) as second:
        with index._database.write(), pytest.raises(IndexBusy, match="try again"):
            second.touch_files(live, {"a.py": (5, 5)})
        second.touch_files(live, {"a.py": (5, 5)})


def test_many_processes_may_create_it_at_once(path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from callmap.store.store import Index\n"
        "with Index.open(Path(sys.argv[1]), write=True) as index: index.save_facts([((sys.argv[2], '', ''), b'')])"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(path), str(n)]) for n in range(6)]
    assert [process.wait(PATIENCE) for process in running] == [0] * 6
    with Index.open(path, write=False) as index:
        assert len(index.known_facts((str(n), "", "") for n in range(6))) == 6
    assert {file.name for file in path.parent.iterdir()} <= {"index.db", "index.db-wal", "index.db-shm"}


def test_a_directory_or_a_file_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for path in (tmp_path, tmp_path / "file" / "index.db"):
        with pytest.raises(StoreTrouble, match="cannot be read or written"):
            Index.open(path, write=True)


def test_where_nobody_can_write_an_index_is_read_as_it_lies(
    index: Index, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.close()
    before = sorted(path.parent.iterdir())
    monkeypatch.setattr("callmap.store.database.os.access", lambda place, mode: False)
    with Index.open(path, write=False) as reader:
        assert reader.snapshots() == []
        assert sorted(path.parent.iterdir()) == before, "readers write files beside it, to tell each other"
