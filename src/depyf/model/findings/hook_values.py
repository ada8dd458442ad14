"""Trace the value that a module's hook captures to the lines that created it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Iterator

from depyf.model.findings.program_text import index_of
from depyf.model.findings.spots import spot_of_node
from depyf.torch_text.path_steps import FIELD, ITEM, OWNER

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.origin_trace import Tracer
    from depyf.model.findings.program_index import Store
    from depyf.model.findings.user_names import Reached


def in_hooks(
    hook: str, value: Reached, tracer: Tracer
) -> Iterator[tuple[ProgramFile, Store, Iterable[SourceLine], bool]]:
    """Yield, for each registration of a hook, the lines that created the hook's value.

    Args:
        hook: the kind of hook, such as ``forward_hook``.
        value: the path to the value, through the hook.
        tracer: the tracer of the program.
    """
    items = [at for at, part in enumerate(value.parts) if part.kind is ITEM]
    inside = value.parts[items[0] + 1 :] if items else ()
    if any(part.kind in {FIELD, OWNER} for part in inside):
        return  # stores of an attribute are found by the class of its object
    for file in tracer.files if inside else ():
        for call in index_of(file).calls.get(f"register_{hook}", ()):
            if call.args:
                spot, given = spot_of_node(file, call), call.args[0]
                store = spot.store(given)
                yield file, store, tracer.follow(given, spot, inside), False
