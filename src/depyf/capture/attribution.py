"""Assign torch's reports to compilations, and number the files that they lead to.

The state lives as long as the process.  So a second block continues the numbers, and a
backward graph compiled in a later block still finds its forward's ``__compiled_fn_N``.
"""

from __future__ import annotations

import weakref
from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from depyf.capture.process import ForkSafeLock
from depyf.model.file_names import counting_key
from depyf.torch_text.names import CompileId, readable_global, short_name

if TYPE_CHECKING:
    from types import CodeType

UNATTRIBUTED = "unattributed"


class Attribution:
    """The compile ids, graph names, counters and code keys of one process."""

    def __init__(self) -> None:
        self.generation: int = 0
        self._lock = ForkSafeLock()
        self._of_tracing: weakref.WeakKeyDictionary[object, CompileId] = (
            weakref.WeakKeyDictionary()
        )
        self._started: set[CompileId] = set()
        self._finished: set[CompileId] = set()
        self._graph_names: dict[str, str] = {}
        self._counters: Counter[tuple[str, str]] = Counter()
        self._code_keys: dict[int, tuple[str, weakref.ref[CodeType]]] = {}
        self._code_counts: Counter[str] = Counter()

    def compile_id(self, text: str | None) -> CompileId | None:
        """Return the compile id in torch's text, with the current generation.

        Torch 2.2 has no trace, so it does not report that a compilation begins.  If the
        id's entry was made already, `torch._dynamo.reset()` was called in between, and
        the id belongs to a new compilation.
        """
        found = None if text is None else CompileId.parse(text, self.generation)
        if found is None or found.compilation not in self._finished:
            return found
        with self._lock:
            self.generation = found.generation + 1
        return replace(found, generation=self.generation)

    def finish(self, compile_id: CompileId | None) -> None:
        """Note that an entry was made, if torch does not report when attempts begin."""
        if compile_id is not None and not self._started:
            self._finished.add(compile_id.compilation)

    def settled(
        self, compile_id: CompileId | None, tracing: object | None
    ) -> CompileId | None:
        """Return the compilation with which the tracing context was first seen.

        A backward graph is compiled later, with the tracing context of its forward.  By
        then torch's ids may have restarted, or torch may give none (2.2).

        Args:
            compile_id: the id that torch gives now.
            tracing: torch's tracing context, one object for forward and backward.
        """
        if tracing is None:
            return compile_id
        known = self._of_tracing.get(tracing)
        if known is None:
            if compile_id is not None:
                self._of_tracing[tracing] = compile_id
            return compile_id
        same = compile_id is None or str(compile_id.compilation) == str(
            known.compilation
        )
        return known if same else compile_id

    def begin(self, compile_id: CompileId) -> CompileId:
        """Note that an attempt to compile begins; return its id with its generation.

        Torch's numbers restart after `torch._dynamo.reset()`.  depyf recognizes this
        when a first attempt begins a second time.
        """
        with self._lock:
            self._finished.clear()
            if compile_id.attempt == 0 and compile_id in self._started:
                self.generation += 1
                compile_id = replace(compile_id, generation=self.generation)
            self._started.add(compile_id)
            return compile_id

    def name_graph(self, compile_id: CompileId | None, full_name: str) -> None:
        """Note torch's name for the graph of a compilation."""
        if compile_id is not None:
            self._graph_names[compile_id.compilation.key] = full_name

    def graph_name(self, compile_id: CompileId | None) -> str:
        """Return torch's full name ``__compiled_fn_N``; empty if unknown."""
        if compile_id is None:
            return ""
        return self._graph_names.get(compile_id.compilation.key, "")

    def prefix(self, compile_id: CompileId | None) -> str:
        """Return the prefix of the names of a compilation's graph files."""
        name = self.graph_name(compile_id)
        if name:
            return short_name(name)
        if compile_id is None:
            return UNATTRIBUTED
        place = str(compile_id.compilation).replace("/", "_")
        return f"compilation_{place.replace('!', 'autograd_')}"

    def next_number(self, kind: str, name: str) -> int:
        """Return the next number for a file of this kind and name, from 0."""
        with self._lock:
            key = (kind, counting_key(name))
            number = self._counters[key]
            self._counters[key] += 1
            return number

    def code_key(self, code: CodeType) -> str:
        """Return a key for a code object; it stays the same while the object exists.

        The key depends on identity, because equal code objects of different functions
        are different frames.
        """
        with self._lock:
            identity = id(code)
            known = self._code_keys.get(identity)
            if known is None:
                name = code.co_name
                key = f"{name}#{self._code_counts[name]}"
                self._code_counts[name] += 1
                # When the code is freed, `pop(identity, reference)` is called.  It runs
                # no Python code, which would run at any point of the program.
                forget = partial(self._code_keys.pop, identity)
                known = self._code_keys[identity] = key, weakref.ref(code, forget)
            return known[0]


def shown_names(names: list[str], *, literal: bool = False) -> dict[str, str]:
    """Return a short name for each long name, unless two names would become equal.

    Args:
        names: all names that the code uses.
        literal: whether to leave out only torch's uuids.

    >>> shown_names(["torch", "__resume_at_2_3"])
    {}
    >>> shown_names(["__import_transformers_dot_cache_utils"])
    {'__import_transformers_dot_cache_utils': 'cache_utils'}
    """
    shorten = short_name if literal else readable_global
    wanted = {name: shorten(name) for name in names}
    uses = Counter(wanted.values())
    return {
        name: short
        for name, short in wanted.items()
        if short != name and uses[short] == 1
    }
