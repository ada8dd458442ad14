"""Runs programs of the walk-through under depyf, each run once."""

from __future__ import annotations

import json
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.docs.shown.scrub import scrubbed
from tests.docs.shown.sessions import transcript
from tests.warm import run_python

if TYPE_CHECKING:
    from tests.docs.shown.marks import Mark

ROOT = Path(__file__).resolve().parents[3]
PROGRAMS = ROOT / "examples" / "walk_through"
DUMP = "depyf_debug_dir"
SECONDS = 600
ENVIRONMENT = {
    "HF_HUB_OFFLINE": "1",
    # Kernels of one width, without threads, whatever the machine has.
    "ATEN_CPU_CAPABILITY": "avx2",
    "OMP_NUM_THREADS": "1",
    "TORCHINDUCTOR_COMPILE_THREADS": "1",
    "TORCHINDUCTOR_VEC_ISA_OK": "1",
    "PYTHONPATH": str(ROOT),
    "COLUMNS": "88",
}


@dataclass(frozen=True)
class Run:
    """A run that is described, not yet made.

    Attributes:
        name: what marks call it.
        program: file in `examples/walk_through`.
        arguments: of the program.
        edits: pairs of a text and what takes its place.
        appended: lines behind the program.
        environment: variables beside the usual, as `NAME=VALUE`.
        ranks: how many processes; 0 for one, without `torch.distributed`.
        cache: name of Inductor's cache; runs with the same name share it.
        plain: whether it runs without depyf.
        flags: options of `depyf run`.
    """

    name: str
    program: str
    arguments: tuple[str, ...] = ()
    edits: tuple[tuple[str, str], ...] = ()
    appended: tuple[str, ...] = ()
    environment: tuple[str, ...] = ()
    ranks: int = 0
    cache: str = "shared"
    plain: bool = False
    flags: tuple[str, ...] = ()

    def text(self) -> str:
        """Return the program as it runs.

        Raises:
            ValueError: it has no place that an edit names.
        """
        text = (PROGRAMS / self.program).read_text(encoding="utf-8")
        for old, new in self.edits:
            if old not in text:
                raise ValueError(f"{self.name}: {self.program} has no {old!r}")
            text = text.replace(old, new)
        return text + "".join(f"{line}\n" for line in self.appended)


@dataclass(frozen=True)
class Done:
    """A run that was made: its folder, in which the dump lies, and what it printed."""

    folder: Path
    stdout: str
    stderr: str
    returncode: int


def described(mark: Mark, earlier: dict[str, Run]) -> Run:
    """Return the run that a mark describes."""
    name, _, words = mark.subject.partition("=")
    program, *arguments = words.split()
    edits = [edit.partition(" -> ") for edit in mark.every("edit")]
    after = mark.one("after")
    name = name.strip()
    cache = name if mark.has("fresh") else "shared"
    return Run(
        name,
        program,
        tuple(arguments),
        tuple((_literal(old), _literal(new)) for old, _, new in edits),
        tuple(map(_literal, mark.every("append"))),
        tuple(mark.every("env")),
        int(mark.one("ranks") or 0),
        earlier[after].cache if after else cache,
        plain=mark.has("plain"),
        flags=tuple((mark.one("flags") or "").split()),
    )


def _literal(word: str) -> str:
    """Return what stands between backquotes, with its line ends."""
    return word.strip().strip("`").replace("\\n", "\n")


class Runner:
    """Makes runs in a folder, and each of them once.

    Args:
        folder: where each run has a folder of its own.
        again: whether what an earlier process left of the same runs there is used, so
            that a text can be written without waiting. Changes of depyf are not seen.
    """

    def __init__(self, folder: Path, *, again: bool = False) -> None:
        self.folder = folder
        self.again = again
        self._done: dict[Run, Done] = {}
        self._sessions: dict[str, str] = {}
        self._named: dict[str, list[Run]] = {}

    def done(self, run: Run) -> Done:
        """Return what came of a run, which is made where that is still to do."""
        if run not in self._done:
            self._done[run] = (self.again and self._left(run)) or self._made(run)
        return self._done[run]

    def _place(self, run: Run) -> Path:
        """Return the folder of a run; chapters may give the same name to two."""
        named = self._named.setdefault(run.name, [])
        if run not in named:
            named.append(run)
        number = named.index(run)
        return self.folder / (f"{run.name}-{number + 1}" if number else run.name)

    def _left(self, run: Run) -> Done | None:
        path = self._place(run).with_suffix(".json")
        kept = json.loads(path.read_text("utf-8")) if path.exists() else {}
        if kept.pop("run", "") != repr(run) + run.text():
            return None
        return Done(self._place(run), **kept)

    def _keep(self, run: Run, done: Done) -> None:
        kept = {
            "run": repr(run) + run.text(),
            "stdout": done.stdout,
            "stderr": done.stderr,
            "returncode": done.returncode,
        }
        self._place(run).with_suffix(".json").write_text(json.dumps(kept), "utf-8")

    def command(self, run: Run, words: list[str]) -> str:
        """Return what a `depyf` command prints in the folder of a run."""
        folder = self.done(run).folder
        done = _finished(
            ["-m", "depyf", *words],
            folder,
            self._environment(run),
        )
        return done.stdout + done.stderr

    def session(self, name: str) -> str:
        """Return the transcript of a session with a debugger, from the file of that
        name: everything that is typed in it, in a folder with all programs.
        """
        if name not in self._sessions:
            self._sessions[name] = self._session_left(name) or self._session_made(name)
        return self._sessions[name]

    def _session_left(self, name: str) -> str:
        path = self.folder / f"{name}.txt"
        if not (self.again and path.exists()):
            return ""
        used, said = json.loads(path.read_text("utf-8"))
        return str(said) if used == _used_in_session(name) else ""

    def _session_made(self, name: str) -> str:
        folder = self.folder / name
        library = self.folder / f"{name}.library" / "site-packages"
        for path in (folder, library):
            shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(PROGRAMS, folder)
        # Where pip puts it: debuggers take what lies there for not the user's.
        shutil.copytree(ROOT / "src", library)
        environment = {**os.environ, **self._environment(Run(name, name))}
        environment["PYTHONPATH"] = str(library)
        said = transcript(PROGRAMS / name, folder, environment)
        said = scrubbed(said.replace(f"{library}/", ""), folder)
        if self.again:
            kept = json.dumps([_used_in_session(name), said])
            (self.folder / f"{name}.txt").write_text(kept, "utf-8")
        return said

    def _made(self, run: Run) -> Done:
        folder = self._place(run)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        program = folder / run.program
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(run.text(), encoding="utf-8")
        under = [] if run.plain else ["-m", "depyf", "run", *run.flags, "--out", DUMP]
        ranks = f"--nproc-per-node={run.ranks}"
        launched = ["-m", "torch.distributed.run", "--standalone", ranks]
        command = [*(launched if run.ranks else []), *under]
        command += [run.program, *run.arguments]
        done = _finished(command, folder, self._environment(run), fresh=run.ranks > 0)
        if self.again:
            self._keep(run, done)
        return done

    def _environment(self, run: Run) -> dict[str, str]:
        cache = {"TORCHINDUCTOR_CACHE_DIR": str(self.folder / "caches" / run.cache)}
        more = dict(pair.split("=", 1) for pair in run.environment)
        return {**ENVIRONMENT, **cache, **more}


def _used_in_session(name: str) -> str:
    """Return all texts that a session depends on: what is typed, and the programs."""
    typed = (PROGRAMS / name).read_text(encoding="utf-8")
    named = set(re.findall(r"[\w/]+\.(?:py|json)\b", typed))
    there = [PROGRAMS / one for one in sorted(named) if (PROGRAMS / one).exists()]
    return typed + "".join(path.read_text(encoding="utf-8") for path in there)


def _finished(
    command: list[str],
    folder: Path,
    environment: dict[str, str],
    *,
    fresh: bool = False,
) -> Done:
    done = run_python(
        command, cwd=folder, env=environment, timeout=SECONDS, fresh=fresh, own=True
    )
    return Done(folder, done.stdout, done.stderr, done.returncode)
