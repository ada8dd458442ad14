"""Programs of `origin_matrix`: each combination of its tables, written to files."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Iterator, Mapping, NamedTuple

from origin_makers import AMBIENT, MAKERS
from origin_tables import ASPECTS, CARRIERS, OWN_LINE, Carrier

if TYPE_CHECKING:
    from pathlib import Path

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
    harmless = _HARMLESS.replace("PARAMETERS", parameters)
    harmless = harmless.replace("ARGUMENTS", parameters)
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
