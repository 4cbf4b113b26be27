"""Building the index, and saying what it holds: `index`, `status`."""

from __future__ import annotations

import os

import click

from callmap.errors import IndexNotReady
from callmap.show.terminal import asked_ref, options, root_of, run_index, say, say_json


@click.command("index")
@click.argument("path", required=False)
@click.option("--ref", default="", help="A commit instead of the working tree: branch, tag, hash, HEAD~3, origin/x.")
@click.option("--workers", type=click.IntRange(1), help="Processes that read files. Default: one per core.")
@options(asks=False)
def index_command(path: str | None, ref: str, workers: int | None, root: str | None, json_: bool) -> None:
    """Build or update the index of PATH (the same as --root PATH)."""
    from callmap.show import text

    if path and root:
        raise click.UsageError("PATH and --root say the same thing; give one of them.")
    done = run_index(root_of(path or root), workers, quiet=json_, ref=ref)
    if json_:
        import msgspec

        from callmap.ask.lacking import lacking

        warnings = [*done.warnings, *lacking(done.counts, done.ref)]
        say_json({
            **msgspec.to_builtins(done), "warnings": warnings, "speed_mb_per_second": round(done.speed, 3),
        })  # fmt: skip
        return
    say([f"Indexed {done.root}" + (f" at {done.commit[:12]}" if done.commit else ""), *text.report(done)])


@click.command("status")
@options()
def status_command(root: str | None, json_: bool) -> None:
    """What is indexed, of which commit, how fresh, and what was left out and why."""
    from callmap.ask.project import Project
    from callmap.read.files import REASONS
    from callmap.show import text

    place = root_of(root)
    try:
        with Project.open(place, asked_ref()) as project:
            fresh = project.freshness()
            states = project.store.files(project.snapshot.id)
            snapshot, counts = project.snapshot, project.snapshot.counters
            ref, schema, lacks = project.ref, project.schema_status(), project.lacks()
            size = os.path.getsize(project.store.path)
    except IndexNotReady:
        if json_:
            say_json({"root": place, "indexing_status": "not_indexed"})
        else:
            say([f"{place} is not indexed. `callmap index` does that."])
        return
    left_out = [state for state in states if state.reason]
    troubled = [state for state in states if not state.reason and state.detail]
    if json_:
        say_json({
            "root": place, "indexing_status": "ready", "ref": ref, "commit": snapshot.commit or None,
            "head": fresh.head or None, "schema_status": schema,
            "freshness_status": fresh.status, "changed_files": fresh.changed_files,
            "generation": snapshot.generation, "indexed_at_ns": snapshot.finished_ns, "database_bytes": size,
            "result_completeness": "partial" if lacks else "complete", "warnings": lacks, **counts,
            "skipped_files": [{"path": s.path, "reason": s.reason, "detail": s.detail} for s in left_out],
            "problem_files": [{"path": s.path, "detail": s.detail} for s in troubled],
        })  # fmt: skip
        return
    import time

    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(snapshot.finished_ns / 1e9))
    commit = f" at {snapshot.commit[:12]}" if snapshot.commit else ""
    moved = "nothing has changed since" if fresh.status == "fresh" else f"{fresh.changed_files:,} files differ since"
    lines = [f"{place}{commit}, indexed {when}: {moved}", *text.coverage(counts), f"  database  {size / 1e6:.1f} MB"]
    for state in left_out[:20]:
        lines.append(f"  skipped   {state.path}: {state.reason}. {REASONS.get(state.reason, state.detail)}")
    if len(left_out) > 20:
        lines.append(f"  skipped   … and {len(left_out) - 20:,} more; --json lists them.")
    lines += [f"  problem   {state.path}: {state.detail}" for state in troubled[:20]]
    if len(troubled) > 20:
        lines.append(f"  problem   … and {len(troubled) - 20:,} more; --json lists them.")
    say([*lines, *(f"  warning   {words}" for words in lacks)])
