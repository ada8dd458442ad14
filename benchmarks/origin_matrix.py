"""Does depyf name the line that made a value, in programs that a table spells out?

    python benchmarks/origin_matrix.py FOLDER [--sample 300] [--half seen|apart]
    python benchmarks/origin_matrix.py FOLDER --again [--failed] [--watch]

What differs from call to call, what carries it, how it is made and over how many
functions the call goes: each combination of `origin_tables` is a program whose line is
known. One process imports torch and forks for each program, so that one takes less than
a second. ``--again`` reads what was recorded before, with the rules of now; ``--watch``
runs each program as `depyf cure` does, to see the line.

Half of the combinations, by a hash of their names, is set apart: ``--half apart`` prints
figures of these only, never a program.
"""

from __future__ import annotations

import argparse
import atexit
import hashlib
import json
import os
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Iterator, Mapping, NamedTuple, Sequence

from advice import texts
from origin_tables import AMBIENT, ASPECTS, CARRIERS, MAKERS, OWN_LINE, Carrier

_FIRST = 3  # findings that people read
_IMPORTS = """import collections
import contextlib
import contextvars
import dataclasses
import functools
import os
from typing import NamedTuple

import torch
from torch.utils.data import DataLoader

import kinds
"""
_HARMLESS = """
def note(number):
    return f"call {number}"
def forward(fn, PARAMETERS):
    return fn(ARGUMENTS)
class Runner:
    def __init__(self, fn):
        self.fn = fn
        self.calls = 0
    def go(self, PARAMETERS):
        self.calls += 1
        return self.fn(ARGUMENTS)
def spare(rows):
    return [row for row in rows if row]
"""
_MAIN = """
def report(name, total):
    print(name, float(total))
def main():
    x = torch.ones(4)
    SETUP
    LOOP
        BODY
    AFTER
    report("done", x.sum())
main()
"""
# How the call of the loop comes to the compiled function: setup, and the call.
PATHS = {
    "direct": ("", "step(CALL)"),
    "function": ("", "parts.forward(step, CALL)"),
    "method": ("runner = parts.Runner(step)", "runner.go(CALL)"),
}
_AMBIENT_STEP = """
class Step(torch.nn.Module):
    def forward(self, x):
        return USE
"""
_AMBIENT = Carrier(_AMBIENT_STEP, "", ("",), "x")


class Program(NamedTuple):
    """One combination.

    Attributes:
        aspect: what differs.
        carrier: what it is in.
        store: which form of putting it there.
        maker: what makes it.
        path: how the call comes to the compiled function.
    """

    aspect: str
    carrier: str
    store: int
    maker: str
    path: str

    @property
    def name(self) -> str:
        """Return a name for its folder."""
        text = f"{self.aspect}-{self.carrier}{self.store}-{self.maker}-{self.path}"
        return "".join(sign if sign.isalnum() or sign == "-" else "_" for sign in text)

    @property
    def is_apart(self) -> bool:
        """Return whether it is of the half that nobody looks at."""
        return hashlib.sha256(self.name.encode()).digest()[0] % 2 == 1


def programs() -> Iterator[Program]:
    """Yield all combinations that make sense."""
    for aspect in ASPECTS:
        for name, maker in MAKERS.items():
            if maker.only and aspect not in maker.only:
                continue
            for carrier, how in CARRIERS.items():
                in_place = "PLACE" in maker.before
                stores = range(1 if in_place else len(how.stores))
                if in_place and not how.place:
                    continue
                is_rebound = maker.loop.startswith("def ")
                for store in stores:
                    if is_rebound and how.stores[store].startswith(_REBINDS):
                        continue  # the function would have the name as its own
                    for path in PATHS:
                        if path == "method" and "step =" in how.stores[store]:
                            continue
                        yield Program(aspect, carrier, store, name, path)
    for aspect, ambient in AMBIENT.items():
        for name in ambient.makers:
            yield Program(aspect, "around", 0, name, "direct")
            yield Program(aspect, "around", 0, name, "function")


_REBINDS = ("state =", "config =", "items =", "step =")


def files_of(program: Program) -> dict[str, str]:
    """Return the files of a program, its line marked with ``@@``."""
    if program.aspect in AMBIENT:
        ambient = AMBIENT[program.aspect]
        maker, carrier = ambient.makers[program.maker], _AMBIENT
        words = {"SETTER": ambient.setter, "FIXED": ambient.fixed, "USE": ambient.use}
        setup = 'step = torch.compile(model.Step(), backend="eager")'
        x, kinds = ("x = torch.ones(4, 4)" if "@" in ambient.use else ""), ""
    else:
        aspect = ASPECTS[program.aspect]
        maker, carrier = MAKERS[program.maker], CARRIERS[program.carrier]
        mark = "" if program.aspect in OWN_LINE else " @@"
        value = f"{aspect.value}{mark}"
        words = {"VALUE": value, "USE": aspect.use, "PLACE": carrier.place}
        setup = carrier.setup
        if (
            "step" not in carrier.setup
            and "step =" not in carrier.stores[program.store]
        ):
            setup += "\nstep = model.step"
        x, kinds = "", aspect.kinds
    given = {"GIVEN": maker.given}
    made, call = PATHS[program.path]
    store = "" if "PLACE" in maker.before else carrier.stores[program.store]
    passed = call.replace("CALL", carrier.call)
    statements = "\n".join(one for one in (store, passed) if one)
    body, rest = maker.before, statements
    if "CALL:" in body:
        body = body.replace("CALL:", "")
    elif "BODY" in body:
        body = _filled(body, {"BODY": _filled(rest, given)})
    else:
        body = "\n".join(one for one in (body, _filled(rest, given)) if one)
    before = "\n".join(one for one in (x, setup, maker.setup, made) if one)
    main = _filled(
        _MAIN,
        {"SETUP": before, "LOOP": maker.loop, "BODY": body, "AFTER": maker.after},
    )
    parameters = carrier.parameters
    arguments = parameters.replace("**options", "**options")
    harmless = _HARMLESS.replace("PARAMETERS", parameters).replace(
        "ARGUMENTS", arguments
    )
    found = {
        "main.py": f"{_IMPORTS}import config\nimport model\nimport parts\n{main}",
        "model.py": _IMPORTS + carrier.model,
        "parts.py": f"{_IMPORTS}{harmless}{maker.parts}",
        "config.py": "v = None\nname = 'plain'\n",
        "kinds.py": f"import torch\n{kinds}",
    }
    return {name: _marks_last(_filled(text, words)) for name, text in found.items()}


def _filled(text: str, words: Mapping[str, str]) -> str:
    """Return a text with words filled in, several lines as far in as the word."""
    for word, value in words.items():
        lines = []
        for line in text.split("\n"):
            if line.strip() == word:
                space = line[: len(line) - len(line.lstrip())]
                lines += [space + one for one in value.split("\n")]
            else:
                lines.append(line.replace(word, value))
        text = "\n".join(lines)
    return text


def _marks_last(text: str) -> str:
    """Return a text with each mark at the end of its line."""
    return "\n".join(
        line.replace(" @@", "") + (" @@" if " @@" in line else "")
        for line in text.split("\n")
    )


def write(program: Program, folder: Path) -> None:
    """Write a program, and beside it which lines it is about."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = []
    for name, text in files_of(program).items():
        lines = text.split("\n")
        wanted += [[name, n] for n, one in enumerate(lines, 1) if " @@" in one]
        (folder / name).write_text(text.replace(" @@", ""))
    (folder / "about.json").write_text(json.dumps([list(program), wanted]))


def sample(number: int, seed: int = 0) -> list[Program]:
    """Return different combinations; each aspect comes as often, so do its makers."""
    every = list(programs())
    makers = Counter(aspect for aspect, _ in {one[::3] for one in every})
    carriers = Counter(one[:2] for one in {(one[::3], one.carrier) for one in every})
    forms = Counter((one[::3], one.carrier) for one in every)
    kinds = Counter(key for key, _ in carriers)
    weights = [
        1 / makers[one.aspect] / kinds[one[::3]] / forms[one[::3], one.carrier]
        for one in every
    ]
    drawn = random.Random(seed)
    chosen: dict[Program, None] = {}
    while len(chosen) < min(number, len(every)):
        chosen[drawn.choices(every, weights)[0]] = None
    return list(chosen)


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
