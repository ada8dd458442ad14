"""Makes decompiled-and-recompiled twins of modules, for the import system to run.

    python tests/execution/twins.py CACHE [--whole] MODULE...

A twin is written to the place in CACHE where Python looks for the compiled file of
the module if ``PYTHONPYCACHEPREFIX`` is CACHE, marked as not to be compared with its
source. So each module that has one runs its twin from the first import on, in child
processes, too, and nothing of depyf is loaded. (Modules that are frozen into Python
need ``-X frozen_modules=off``.)

Each outermost function of a module is decompiled and compiled on its own and put into
the place of the original among the constants of its module or class; with ``--whole``
the source of the whole module is, at once.
"""

from __future__ import annotations

import argparse
import collections
import importlib.util
import json
import marshal
import sys
import warnings
from pathlib import Path
from types import CodeType

CO_OPTIMIZED = 0x01
#: Flags of a compiled file that is never compared with its source.
UNCHECKED_HASH = (0b01).to_bytes(4, "little") + bytes(8)


class Report:
    """What became of the functions: counts, and names of those left as they were."""

    def __init__(self):
        self.counts = collections.Counter()
        self.left = []

    def add(self, quality, where, why=""):
        self.counts[quality] += 1
        if why:
            self.left.append(f"{where}: {quality}: {why}")


def twin_of_module(code, report, *, whole=False):
    """The code of a module with twins of its functions, or of its whole source."""
    made = recompiled(code, report) if whole else code
    return _with_twins(code, report) if made is code else made


def _with_twins(code, report, prefix=""):
    consts = [
        _twin(const, report, prefix) if isinstance(const, CodeType) else const
        for const in code.co_consts
    ]
    return code.replace(co_consts=tuple(consts))


def _twin(code, report, prefix):
    qualname = getattr(code, "co_qualname", prefix + code.co_name)
    if code.co_flags & CO_OPTIMIZED:
        return recompiled(code, report, qualname)
    return _with_twins(code, report, f"{qualname}.")


def recompiled(code, report, qualname="<module>"):
    """What the decompiled text compiles to; the code itself if there is no text."""
    from depyf import DecompilationError, compile_decompiled, decompile_code

    where = f"{Path(code.co_filename).name}:{code.co_firstlineno}:{code.co_name}"
    result = decompile_code(code)
    try:
        made = compile_decompiled(result, code)
    except DecompilationError as error:
        report.add("refused", where, f"{error}")
        return code
    try:
        marshal.dumps(made)
    except ValueError:
        # It holds functions of `depyf.intrinsics`, which no compiled file can hold.
        report.add(f"{result.quality} with objects", where, f"{[*result.globals]}")
        return code
    report.add(result.quality.value, where, f"{result.parts}" if result.parts else "")
    lines = code.co_firstlineno - made.co_firstlineno
    # The text of a closure is compiled inside of a function that owns its variables.
    before = [made.co_name, f"__outer.<locals>.{made.co_name}"]
    before.append(getattr(made, "co_qualname", made.co_name))
    moved = _moved(made, code.co_filename, lines, before, qualname)
    return moved.replace(co_name=code.co_name)


def _moved(made, filename, lines, before, after):
    """The code with the file, qualified names and about the lines of the original."""

    def named(name):
        for prefix in before:
            if name == prefix or name.startswith(f"{prefix}.<locals>."):
                return after + name[len(prefix) :]
        return name

    consts = list(made.co_consts)
    for index, const in enumerate(consts):
        if isinstance(const, CodeType):
            consts[index] = _moved(const, filename, lines, before, after)
        elif isinstance(const, str) and ".<locals>." in const:
            # What a class stores as `__qualname__`; up to 3.10, of functions, too.
            consts[index] = named(const)
    changes = {
        "co_consts": tuple(consts),
        "co_filename": filename,
        "co_firstlineno": max(made.co_firstlineno + lines, 1),
    }
    if hasattr(made, "co_qualname"):
        changes["co_qualname"] = named(made.co_qualname)
    return made.replace(**changes)


# -- the cache ---------------------------------------------------------------------


def modules_of(name):
    """Names and files of a module, and of all modules of a package."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return
    yield name, Path(spec.origin)
    for folder in spec.submodule_search_locations or ():
        for path in sorted(Path(folder).rglob("*.py")):
            yield name, path


def write_twins(cache, names, *, whole=False):
    """Writes the twins of modules and packages.

    Returns:
        The report.
    """
    report = Report()
    sys.pycache_prefix = str(cache)
    seen = set()
    for name in names:
        for _, path in modules_of(name):
            if path in seen:
                continue
            seen.add(path)
            try:
                source = path.read_bytes()
                code = compile(source, str(path), "exec", dont_inherit=True)
            except (SyntaxError, ValueError):
                continue  # some packages ship files of other Pythons
            code = twin_of_module(code, report, whole=whole)
            target = Path(importlib.util.cache_from_source(str(path)))
            target.parent.mkdir(parents=True, exist_ok=True)
            header = importlib.util.MAGIC_NUMBER + UNCHECKED_HASH
            target.write_bytes(header + marshal.dumps(code))
    return report


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cache", type=Path)
    parser.add_argument("modules", nargs="+")
    parser.add_argument("--whole", action="store_true")
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")
    report = write_twins(options.cache, options.modules, whole=options.whole)
    print(json.dumps({"counts": report.counts, "left": report.left}))


if __name__ == "__main__":
    main(sys.argv[1:])
