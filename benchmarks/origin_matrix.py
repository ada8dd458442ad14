"""Does depyf name the line that made a value, in programs that a table spells out?

    python benchmarks/origin_matrix.py FOLDER [--sample 300] [--half seen|apart]
    python benchmarks/origin_matrix.py FOLDER --again [--failed] [--watch]

What differs from call to call, what carries it, how it is made and over how many
functions the call goes: each combination of `origin_tables` and `origin_makers` is a
program whose line is known. One process imports torch and forks for each program, so
that one takes less than a second. ``--again`` reads what was recorded before, with the
rules of now; ``--watch`` runs each program as `depyf cure` does, to see the line.

Half of the combinations, by a hash of their names, is set apart: ``--half apart``
prints figures of these only, never a program.
"""

from __future__ import annotations

import argparse
import atexit
import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Mapping, NamedTuple, Sequence

from advice import texts
from origin_programs import Program, sample, write

_FIRST = 3  # findings that people read
# --- running --------------------------------------------------------------------------


def warm_up() -> None:
    """Import what compiling needs, for all forks."""
    import gc

    import torch
    import torch._dynamo
    import torch.utils.data

    import depyf.render.files
    import depyf.workflow  # noqa: F401

    def step(x: Any, options: Any, **more: Any) -> Any:  # noqa: ANN401
        return x * options["rows"] + len(more), sum(options["all"])

    compiled = torch.compile(step, backend="eager")
    for size in (2, 3):
        options = {"rows": size, "all": [torch.ones(size)]}
        compiled(torch.ones(size, requires_grad=True), options, name="x")
    torch._dynamo.reset()  # noqa: SLF001 - public in the docs of torch
    gc.collect()
    gc.freeze()


def forked(folder: Path, order: Mapping[str, Any]) -> int:
    """Run a program in a fork of this process, as `depyf cure` runs one."""
    from depyf.cli import edited_program

    path = folder / "order.json"
    path.write_text(json.dumps({"texts": {}, "module": False, **order}))
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.chdir(folder)
            with (folder / "out.txt").open("w") as out:
                os.dup2(out.fileno(), 1)
                os.dup2(out.fileno(), 2)
            if order["watch"]:
                from torch._dynamo import config

                config.disable = True
            code = edited_program.main(str(path))
            atexit._run_exitfuncs()  # noqa: SLF001 - what the end of a process does
        finally:
            sys.stdout.flush()
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def recorded(folder: Path) -> int:
    """Run a program and record what torch compiles."""
    main, dump = str(folder / "main.py"), str(folder / "dump")
    return forked(folder, {"arguments": [main], "out": dump, "watch": None})


class _Forking(NamedTuple):
    """Runs a program for `sightings` in a fork."""

    folder: Path

    def seen(
        self, _files: object, order: Mapping[str, Any], _limit: float
    ) -> list[list[dict[str, Any]]]:
        """Run the program and watch some of its values."""
        result = self.folder / "seen.json"
        result.unlink(missing_ok=True)
        watch = {"seen": str(result), **order}
        main = str(self.folder / "main.py")
        forked(self.folder, {"arguments": [main], "out": None, "watch": watch})
        return json.loads(result.read_text()) if result.is_file() else []


class Result(NamedTuple):
    """What depyf says of a program.

    Attributes:
        program: the combination.
        compiled_again: whether torch compiled anything again.
        named: the lines of the program that findings name as origins.
        is_right: whether the wanted one is among them.
        seen: whether the watched run shows it; None if it was not watched.
    """

    program: Program
    compiled_again: bool
    named: Sequence[str]
    is_right: bool
    seen: bool | None = None


def told(folder: Path, *, watch: bool = False) -> Result:
    """Return what depyf says of a recorded program, by the rules of now."""
    from depyf.capture.journal import JOURNAL, read_journal
    from depyf.model.build import fold
    from depyf.render.json import summary

    parts, wanted = json.loads((folder / "about.json").read_text())
    program = Program(*parts)
    journal = folder / "dump" / JOURNAL
    if not journal.is_file():
        return Result(program, compiled_again=False, named=(), is_right=False)
    run = fold(read_journal(journal))
    data: Any = summary(run)
    cards = [*data.get("findings", ())[:_FIRST], *data.get("expected", ())]
    lines = {
        (Path(one["file"]).name, one["line"])
        for card in cards
        for one in (
            card.get("line"),
            card.get("called_at"),
            *(card.get("origin") or ()),
        )
        if one
    }
    goal = {(file, line) for file, line in wanted}
    named = [text for card in cards for text in texts(card)]
    return Result(
        program,
        bool(data["totals"]["recompiles"]),
        list(dict.fromkeys(named)),
        bool(goal & lines),
        _is_seen(folder, run, goal) if watch else None,
    )


def _is_seen(folder: Path, run: Any, goal: set[tuple[str, int]]) -> bool:  # noqa: ANN401
    """Return whether the watched run shows a line."""
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.watching import sightings

    files = ProgramFiles(str(folder), str(folder / "main.py"), {})
    found = sightings(_Forking(folder), files, run, 60.0)  # type: ignore[arg-type]
    lines = {
        (Path(line.file).name, line.line)
        for one in found
        for form in one.forms
        for line in form.lines
    }
    return bool(goal & lines)


# --- the tables -----------------------------------------------------------------------


def print_table(results: Sequence[Result], title: str) -> None:
    """Print how many are right, in all and by each list of the tables."""
    known = [one for one in results if one.compiled_again]
    right = sum(one.is_right for one in known)
    lines = sum(len(one.named) for one in known) / max(1, len(known))
    watched = [one for one in known if one.seen is not None]
    print(
        f"{title}: {len(known)} programs, {len(results) - len(known)} do not compile "
        f"again; line named {right} ({right / max(1, len(known)):.0%}), "
        f"{lines:.1f} lines named"
    )
    if watched:
        seen = sum(bool(one.seen) for one in watched)
        either = sum(bool(one.seen or one.is_right) for one in watched)
        print(f"  watched: {seen} of {len(watched)}, either {either}")
    for column in ("aspect", "carrier", "maker", "path"):
        of_all = Counter(str(getattr(one.program, column)) for one in known)
        missed = Counter(
            str(getattr(one.program, column)) for one in known if not one.is_right
        )
        shown = ", ".join(f"{n} {c}/{of_all[n]}" for n, c in missed.most_common())
        print(f"  missed by {column}: {shown}")


def main() -> int:
    """Write and run a sample, and print what depyf names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--half", choices=("seen", "apart"))
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--watch", action="store_true")
    parser.add_argument("--failed", action="store_true", help="list the failed ones")
    options = parser.parse_args()
    warm_up()
    chosen = sample(options.sample, options.seed)
    results = []
    for program in chosen:
        if options.half and program.is_apart != (options.half == "apart"):
            continue
        folder = options.folder.resolve() / program.name
        if not options.again or not folder.is_dir():
            write(program, folder)
            recorded(folder)
        results.append(told(folder, watch=options.watch))
        if options.failed and not program.is_apart:
            one = results[-1]
            if not one.compiled_again:
                print("none ", program.name)
            elif not one.is_right:
                print("wrong", program.name, one.seen if options.watch else "")
    print_table([one for one in results if not one.program.is_apart], "looked at")
    print_table([one for one in results if one.program.is_apart], "set apart")
    return 0


if __name__ == "__main__":
    sys.exit(main())
