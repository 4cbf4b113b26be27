"""The memory on a real SQLite file: what is acknowledged stays, what is forgotten goes, what is damaged comes back."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callmap.errors import BadInput, IndexNotReady, NotFound, StoreFromTheFuture, StoreTrouble
from callmap.memory import backups
from callmap.memory.notes import (
    LONGEST,
    Anchor,
    Note,
    Source,
    fingerprint,
    likeness,
    make,
    parse_time,
    shortened,
    show_time,
)
from callmap.memory.place import reading
from callmap.memory.redact import redact
from callmap.memory.rows import file_key
from callmap.memory.store import LAYOUT, Filters, Memory
from callmap.store.rows import symbol_key
from processes import PATIENCE

RUN = Anchor("symbol", "app.py", "run", stable_id="b2:1", body="h1")


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(tmp_path / "m" / "memory.db", write=True) as opened:
        yield opened


def remember(memory: Memory, text: str, type: str = "decision", **more: object) -> Note:
    ((note, outcome),) = memory.add([make(type, text, **more)])  # type: ignore[arg-type]
    assert outcome == "new"
    return note


def imported(text: str, key: str = "k1", digest: str = "d1", **more: object) -> Note:
    return make("decision", text, source=Source("adr", key=key, digest=digest), **more)  # type: ignore[arg-type]


def test_a_note_comes_back_as_it_was_with_all_its_parts(memory: Memory) -> None:
    note = remember(
        memory, "Use RRF", rationale="recall", solution="", status="proposed", confidence=0.5, at_ns=5, commit="c" * 40,
        source=Source("agent", "claude", "s1"), tags=("search",),
        anchors=[RUN, Anchor("file", "a.py"), Anchor("edge", "a.py", "f", "b.py::g"), Anchor("commit", name="abc")],
    )  # fmt: skip
    assert memory.get(note.id) == note == memory.get(note.id[:8])
    assert [anchor.id for anchor in note.anchors] == ["app.py::run", "a.py", "a.py::f -> b.py::g", "commit:abc"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "opinion"},
        {"text": " \n"},
        {"status": "done"},
        {"confidence": 1.5},
        {"confidence": float("nan")},
        {"at_ns": -1},
        {"text": "x" * (LONGEST + 1)},
        {"anchors": [Anchor("place", "a")]},
        {"anchors": [Anchor("symbol", "a.py")]},
        {"anchors": [Anchor("file", f"{at}.py") for at in range(201)]},
        {"source": Source("rumour")},
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(wrong: dict[str, object]) -> None:
    given = {"type": "fact", "text": "x", **wrong}
    with pytest.raises(BadInput, match=r"\.$"):
        make(given.pop("type"), given.pop("text"), **given)  # type: ignore[arg-type]


def test_saying_the_same_twice_is_one_note(memory: Memory) -> None:
    note = remember(memory, "Keep ids short.", anchors=[RUN])
    ((again, outcome),) = memory.add([make("decision", "Keep ids short.", anchors=[RUN])])
    assert (again.id, outcome) == (note.id, "known")
    assert memory.counts()["versions"] == 1


def test_history_only_grows_and_keeps_every_version(memory: Memory) -> None:
    old = remember(memory, "Retry three times.")
    new = remember(memory, "Retry five times.")
    memory.edit(old.id, "ann", text="Retry three times, then give up.")
    memory.supersede(old.id, new.id, "ann")
    assert [(v.what, v.by) for v in memory.history(old.id)] == [
        ("remembered", ""), ("edited", "ann"), ("superseded", "ann"),
    ]  # fmt: skip
    assert [v.note.text for v in memory.history(old.id) if v.note] == [
        "Retry three times.", *["Retry three times, then give up."] * 2,
    ]  # fmt: skip
    assert (memory.get(old.id).status, memory.get(old.id).superseded_by) == ("superseded", new.id)
    with pytest.raises(BadInput, match="itself superseded"):
        memory.supersede(new.id, old.id)
    with pytest.raises(BadInput, match="cannot supersede itself"):
        memory.supersede(new.id, new.id)


def test_an_import_adds_once_follows_changes_and_leaves_what_was_edited_or_forgotten(memory: Memory) -> None:
    assert [a.outcome for a in memory.add([imported("One."), imported("One.")])] == ["new", "known"]
    assert [a.outcome for a in memory.add([imported("One.", digest="d2")])] == ["changed"]
    assert [a.outcome for a in memory.add([imported("One.", digest="d2", anchors=[RUN])])] == ["changed"]
    id = imported("One.").id
    memory.edit(id, text="Mine.")
    assert [a.outcome for a in memory.add([imported("Two.", digest="d3")])] == ["kept"]
    memory.forget([id])
    assert [a.outcome for a in memory.add([imported("Two.", digest="d4")])] == ["forgotten"]
    assert memory.counts()["notes"] == 0


def test_words_find_notes_by_text_reasons_and_parts_of_names(memory: Memory) -> None:
    a = remember(memory, "Use hybrid_search with RRF", rationale="precision and recall", at_ns=10)
    b = remember(memory, "Nothing here", anchors=[Anchor("symbol", "src/App.py", "HybridSearch.run")], at_ns=20)
    c = remember(memory, "The search was slow", "error", at_ns=30, source=Source("agent", session="s1"))
    assert {note.id for note in memory.search("search")[1]} == {a.id, b.id, c.id}
    assert [note.id for note in memory.search("recall")[1]] == [a.id]
    assert [note.id for note in memory.search("slow zebra")[1]] == [c.id], "any word if no note has all"
    assert memory.search("zebra") == (0, [])
    assert [note.id for note in memory.search("")[1]] == [c.id, b.id, a.id]
    assert memory.search("", limit=1, offset=1)[1] == [b] and memory.search("", limit=1, offset=9) == (3, [])
    only = {"types": ("error",)}, {"session": "s1"}, {"since_ns": 25}, {"sources": ("agent",)}
    for filters in only:
        assert memory.search("", Filters(**filters))[1] == [c]  # type: ignore[arg-type]
    assert memory.search("", Filters(path="app.py"))[1] == [b] == memory.search("hybrid", Filters(path="src/*"))[1]
    assert memory.search("", Filters(until_ns=15))[1] == [a]


@given(st.text())
@settings(max_examples=200, deadline=None)
def test_any_text_can_be_searched_for(query: str) -> None:
    with memory_in_ram() as memory:
        total, notes = memory.search(query)
        assert total == len(notes)


_RAM: list[Memory] = []


def memory_in_ram() -> Memory:
    """One small memory for all examples of a property."""
    if not _RAM:
        import tempfile

        opened = Memory.open(Path(tempfile.mkdtemp()) / "memory.db", write=True)
        remember(opened, 'One "quoted" note: a*b OR c NEAR(d) — ünï')
        _RAM.append(opened)
    kept = _RAM[0]
    kept.close = lambda: None  # type: ignore[method-assign]
    return kept


@given(st.text(min_size=1).filter(str.strip), st.text(), st.text(min_size=1), st.text(min_size=1))
@settings(max_examples=100, deadline=None)
def test_any_note_survives_the_way_to_the_disk_and_back(text: str, rationale: str, path: str, name: str) -> None:
    with memory_in_ram() as memory:
        note = make("fact", text, rationale=rationale, anchors=[Anchor("symbol", path, name)])
        ((kept, _),) = memory.add([note])
        assert memory.get(kept.id) == kept
        assert kept.anchors == note.anchors


def test_paths_that_are_not_utf8_are_kept(memory: Memory) -> None:
    note = remember(memory, "Odd.", anchors=[Anchor("symbol", "a\udcff.py", "f\ud800")])
    assert memory.get(note.id).anchors == note.anchors
    assert [touch.row for touch in memory.at_keys([symbol_key("a\udcff.py", "f\ud800")])] == [1]


def test_notes_are_found_by_the_code_they_are_about(memory: Memory) -> None:
    remember(memory, "About run.", anchors=[RUN])
    remember(memory, "About its file.", "fact", anchors=[Anchor("file", "app.py")])
    remember(memory, "About a call.", "error", anchors=[Anchor("edge", "app.py", "run", "db.py::save")])
    at_run = memory.at_keys([symbol_key("app.py", "run")])
    assert [(t.kind, t.type) for t in sorted(at_run)] == [("edge", "error"), ("symbol", "decision")]
    assert [t.type for t in memory.at_keys([symbol_key("db.py", "save")])] == ["error"]
    assert [t.type for t in memory.at_keys([file_key("app.py")])] == ["fact"]
    own = {symbol_key("app.py", "run")}
    assert (
        own == memory.symbol_keys(["app.py"], []) == memory.symbol_keys([], ["run"]) == memory.symbol_keys([], ["b2:1"])
    )
    assert [touch.row for touch in memory.with_word("about", 2)] == [3, 2]


# --- secrets ---------------------------------------------------------------------------------------------------------

A40 = "abcdEFGH0123ijklMNOP4567qrstUVWX89yzABCD"
SECRETS = [
    *(f"{kind}_{A40[:36]}" for kind in ("ghp", "gho", "ghu", "ghs", "ghr")),
    "github_pat_11ABCDEFG0" + A40, "glpat-" + A40[:20], "AKIAIOSFODNN7EXAMPLE", "ASIAIOSFODNN7EXAMPLE",
    "xoxb-123456789012-" + A40[:24], "xapp-1-A012-" + A40[:30], "https://hooks.slack.com/services/T00/B00/" + A40[:24],
    "sk-ant-api03-" + A40, "sk-proj-" + A40, "sk-" + A40, "sk_live_" + A40[:24], "rk_test_" + A40[:24],
    "whsec_" + A40[:32], "AIza" + A40[:35], "ya29." + A40, "GOCSPX-" + A40[:28], "npm_" + A40[:36],
    "pypi-AgEIcHlwaS5vcmc" + A40 * 2, "dckr_pat_" + A40[:27], "hf_" + A40[:34], "dop_v1_" + "0123456789abcdef" * 4,
    f"SG.{A40[:22]}.{A40}", "SK" + "0123456789abcdef" * 2, "key-" + "0123456789abcdef" * 2,
    "123456789:AA" + A40[:33], "dapi" + "0123456789abcdef" * 2, "shpat_" + "0123456789abcdef" * 2,
    "hvs." + A40, "lin_api_" + A40, "AGE-SECRET-KEY-1" + "Q" * 58, "glc_" + A40, "ATATT3" + A40 * 2,
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0." + A40, "Bearer " + A40, "Authorization: Basic " + A40[:20] + "==",
    "postgres://admin:hunter2@db:5432/x", "AccountKey=" + A40 + A40 + "==", "password = 'hunter2-is-bad'",
    "API_KEY=abc123def456ghi789", '"client_secret": "8f7a6b5c4d3e"',
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEabc/def\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk cut off",
]  # fmt: skip


CORES = {  # what must be gone, where it is not the longest word
    "postgres://admin:hunter2@db:5432/x": "hunter2",
    '"client_secret": "8f7a6b5c4d3e"': "8f7a6b5c4d3e",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEabc/def\n-----END RSA PRIVATE KEY-----": "MIIEabc",
    "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk cut off": "b3BlbnNz",
}


@pytest.mark.parametrize("secret", SECRETS)
def test_token_shaped_secrets_never_reach_the_disk(tmp_path: Path, secret: str) -> None:
    place = tmp_path / "memory.db"
    with Memory.open(place, write=True) as memory:
        remember(
            memory, f"We use {secret} there.", rationale=secret, solution=f"x {secret}", source=Source("user", secret)
        )
        kept = next(memory.every())
    assert "[redacted: " in kept.text and kept.text.startswith("We use ")
    core = CORES.get(secret) or max(re.findall(r"[A-Za-z0-9_/+-]{7,}", secret), key=len)
    for file in tmp_path.rglob("*"):
        if file.is_file():
            assert core.encode() not in file.read_bytes(), f"{file.name} holds {core}"


@pytest.mark.parametrize(
    "harmless",
    [
        "password = get_password()", "token: str = field()", "the secret is in os.environ['TOKEN']", "sk-learn is fine",
        "see https://example.com:8080/a@b", "key = value", "commit 8f7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a",
        "token = $GITHUB_TOKEN", "api_key=<your key here>", "eyJ is how they begin",
        "uuid 123e4567-e89b-12d3-a456-426614174000",
    ],
)  # fmt: skip
def test_what_is_no_secret_stays(harmless: str) -> None:
    assert redact(harmless) == harmless


def test_redacting_hostile_text_takes_no_time() -> None:
    began = time.monotonic()
    for hostile in (
        "sk-" * 100_000,
        "-----BEGIN PRIVATE KEY-----" * 10_000,
        "eyJ" + "a." * 100_000,
        "://" + ":" * 300_000,
    ):
        redact(hostile)
        redact("password=" * 30_000)
    assert time.monotonic() - began < 5


def test_half_a_secret_is_not_left_where_text_is_cut() -> None:
    text = "x" * (LONGEST - 70) + " ghp_" + A40[:36]
    assert "ghp_" not in shortened(text + "y" * 500)


# --- forgetting ------------------------------------------------------------------------------------------------------


def bytes_below(directory: Path) -> bytes:
    return b"".join(file.read_bytes() for file in directory.rglob("*") if file.is_file())


def test_what_is_forgotten_is_gone_from_the_file_its_journal_and_its_backups(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory.db", write=True) as memory:
        doomed = remember(memory, "The zebrafish codename", rationale="quokkas", anchors=[Anchor("file", "wombat.py")])
        memory.edit(doomed.id, text="The zebrafish codename, edited")
        stays = remember(memory, "An aardvark stays")
        backups.make(memory._database, LAYOUT)
        assert b"zebrafish" in bytes_below(tmp_path) and b"quokkas" in bytes_below(tmp_path), "the test can see it"
        assert [note.id for note in memory.forget([doomed.id])] == [doomed.id]
        left = bytes_below(tmp_path).lower()
        for word in (b"zebrafish", b"quokkas", b"codename", b"wombat"):
            assert word not in left, f"{word!r} is still there"
        assert b"aardvark" in left and memory.search("aardvark")[1] == [stays]
        assert [(v.what, v.note) for v in memory.history(doomed.id)] == [
            ("remembered", None), ("edited", None), ("forgotten", None),
        ]  # fmt: skip
        with pytest.raises(NotFound, match="There is no note"):
            memory.get(doomed.id)
    assert len(backups.kept(tmp_path / "memory.db")) == 1


def test_forgetting_that_was_interrupted_is_finished_by_the_next_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "memory.db"
    with Memory.open(place, write=True) as memory:
        doomed = remember(memory, "The zebrafish codename")
        with monkeypatch.context() as patch:
            patch.setattr(memory._database, "squeeze", lambda: (_ for _ in ()).throw(KeyboardInterrupt()))
            with pytest.raises(KeyboardInterrupt):
                memory.forget([doomed.id])
    assert b"zebrafish" in bytes_below(tmp_path), "it was interrupted"
    with Memory.open(place, write=True):
        pass
    assert b"zebrafish" not in bytes_below(tmp_path)


# --- kept safe -------------------------------------------------------------------------------------------------------


def test_every_write_waits_for_the_disk(memory: Memory) -> None:
    assert memory._database.rows("PRAGMA synchronous") == [(2,)]  # FULL
    assert memory._database.rows("PRAGMA secure_delete") == [(1,)]


WRITER = """
import sys
from pathlib import Path
from callmap.memory.notes import make
from callmap.memory.store import Memory
with Memory.open(Path(sys.argv[1]), write=True) as memory:
    for number in range(int(sys.argv[2]), 100_000):
        for note, outcome in memory.add([make("fact", f"fact {number}")]):
            print(number, flush=True)
"""


def test_a_thousand_acknowledged_writes_with_kills_between_lose_nothing(tmp_path: Path) -> None:
    place, acknowledged, kills = tmp_path / "memory.db", 0, 0
    while acknowledged < 1000:
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(place), str(acknowledged)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        for line in writer.stdout:
            acknowledged = int(line) + 1
            if acknowledged % 50 == 0 or acknowledged >= 1000:
                writer.send_signal(signal.SIGKILL)
                break
        for line in writer.stdout:  # what it had acknowledged before the kill reached it
            acknowledged = int(line) + 1
        assert writer.wait() == -signal.SIGKILL
        kills += 1
    assert kills >= 15
    with Memory.open(place, write=False) as memory:
        texts = {note.text for note in memory.every()}
        memory._database.check()
    assert {f"fact {number}" for number in range(acknowledged)} <= texts


def test_several_processes_write_at_once(tmp_path: Path) -> None:
    place = tmp_path / "memory.db"
    script = WRITER.replace("100_000", "int(sys.argv[2]) + 40")
    writers = [
        subprocess.Popen([sys.executable, "-c", script, str(place), str(start)], stdout=subprocess.DEVNULL)
        for start in (0, 1000, 2000)
    ]
    assert [writer.wait(PATIENCE) for writer in writers] == [0, 0, 0]
    with Memory.open(place, write=False) as memory:
        assert memory.counts()["notes"] == 120


def test_backups_are_made_by_themselves_and_are_good(tmp_path: Path) -> None:
    place = tmp_path / "memory.db"
    with Memory.open(place, write=True) as memory:
        remember(memory, "One.")
        (first,) = backups.kept(place)
        os.utime(first, (1, 1))
        remember(memory, "Two.")
        assert len(backups.kept(place)) == 2
        for _ in range(10):
            backups.make(memory._database, LAYOUT)
        assert len(backups.kept(place)) == backups.KEPT
        expected = [note.text for note in memory.every()]
    place.write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreTrouble, match="callmap memory restore"):
        Memory.open(place, write=True)
    backup, aside = backups.restore(place, LAYOUT)
    assert aside is not None and aside.read_bytes().startswith(b"not a database"), "what was there is kept"
    assert backup in backups.kept(place)
    with Memory.open(place, write=True) as memory:
        assert [note.text for note in memory.every()] == expected
        remember(memory, "Three.")


def test_restoring_passes_over_a_damaged_backup(tmp_path: Path) -> None:
    place = tmp_path / "memory.db"
    with Memory.open(place, write=True) as memory:
        remember(memory, "One.")
        good = backups.make(memory._database, LAYOUT)
        bad = backups.make(memory._database, LAYOUT)
    content = bytearray(bad.read_bytes())
    content[len(content) // 2 :] = b"\xff" * (len(content) - len(content) // 2)
    bad.write_bytes(content)
    assert backups.restore(place, LAYOUT)[0] == good


def test_a_memory_that_is_gone_is_not_begun_anew_while_backups_are_there(tmp_path: Path) -> None:
    place = tmp_path / "memory.db"
    with Memory.open(place, write=True) as memory:
        remember(memory, "One.")
    place.unlink()
    with pytest.raises(StoreTrouble, match="is gone, but its backups are there"):
        Memory.open(place, write=True)
    assert not place.exists()


@pytest.mark.parametrize("version", [0, 2, 99])
def test_other_layouts_and_strangers_keep_every_byte(tmp_path: Path, version: int) -> None:
    place = tmp_path / "memory.db"
    with Memory.open(place, write=True) as memory:
        remember(memory, "One.")
    connection = apsw.Connection(str(place))
    connection.execute(f"PRAGMA user_version = {version}").fetchall()
    connection.close()
    before = place.read_bytes()
    with pytest.raises(StoreFromTheFuture if version > 1 else StoreTrouble, match="left as it is"):
        Memory.open(place, write=True)
    assert place.read_bytes() == before
    foreign = tmp_path / "foreign.db"
    foreign.write_bytes(b"SQLite format 3\0" + b"x" * 4096)
    with pytest.raises(StoreTrouble):
        Memory.open(foreign, write=True)
    assert foreign.read_bytes() == b"SQLite format 3\0" + b"x" * 4096


def test_asking_makes_no_memory(tmp_path: Path) -> None:
    with reading(tmp_path / "x" / "memory.db") as memory:
        assert memory is None
    with pytest.raises(IndexNotReady, match="callmap remember"):
        Memory.open(tmp_path / "x" / "memory.db", write=False)
    assert list(tmp_path.iterdir()) == []


# --- finding code again, times ---------------------------------------------------------------------------------------

BODY = """def {name}(items):
    total = 0
    for item in items:
        total += item.price * 3
    return {name}, total
"""


def test_fingerprints_see_through_a_new_name_and_small_edits() -> None:
    old = fingerprint(BODY.format(name="total"), "total")
    assert likeness(old, fingerprint(BODY.format(name="summed").replace("total ", "total  "), "summed")) < 1
    a = fingerprint(BODY.format(name="first"), "first")
    assert a == fingerprint(BODY.format(name="second").replace("\n    ", "\n\t"), "second")
    edited = fingerprint(BODY.format(name="first").replace("* 3", "* 4"), "first")
    assert 0.4 < likeness(a, edited) < 1
    assert likeness(a, fingerprint("def other():\n    raise NotImplementedError\n", "other")) < 0.3
    assert likeness(a, "") == 0 == likeness("", "")


def test_times_are_read_in_the_forms_that_files_have() -> None:
    moment = 1_768_644_000 * 10**9
    for form in (
        "2026-01-17T10:00:00Z",
        "2026-01-17T11:00:00+01:00",
        1768644000,
        1768644000000,
        "1768644000",
        "2026-01-17 10:00:00",
    ):
        assert parse_time(form) == moment, form
    assert show_time(moment) == "2026-01-17T10:00:00Z"
    for nonsense in (None, "", "soon", True, -1, float("inf"), "99999-01-01", [], 10**30):
        assert parse_time(nonsense) == 0
