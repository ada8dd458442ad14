"""The rule on a tensor subclass whose metadata differs between calls.

Torch compares what ``__tensor_flatten__`` returns beside the tensors, and needs an
entry for each value.  A number that varies belongs to the tensors.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.findings.metadata_guards import own_guard
from depyf.model.findings.names import joined, place
from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.program_index import own_nodes
from depyf.model.findings.program_text import index_of, line_of, program_files
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.spots import spot_of_node
from depyf.model.findings.syntax_parts import method_of
from depyf.model.python_text import dotted
from depyf.torch_text.guards import is_of_metadata

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group

_FLATTEN = "__tensor_flatten__"


class Metadata(NamedTuple):
    """What ``__tensor_flatten__`` of a class returns.

    Attributes:
        file: the file.
        owner: the class.
        names: the expression of the tensors' names.
        given: the expression of the metadata.
    """

    file: ProgramFile
    owner: ast.ClassDef
    names: ast.expr
    given: ast.expr

    @property
    def line(self) -> SourceLine:
        """The line that returns the metadata."""
        return line_of(self.file, self.given.lineno)

    @property
    def attributes(self) -> list[str]:
        """The attributes of `self` that the metadata has, each once."""
        found = (dotted(one) for one in ast.walk(self.given))
        own = (name[5:] for name in found if name.startswith("self."))
        return list(dict.fromkeys(name for name in own if "." not in name))


def metadata_of(group: Group) -> Metadata | None:
    """Return the metadata of the program's only subclass that has some."""
    found = list(_every(group)) if is_of_metadata(group.first.guard.expression) else []
    return found[0] if len(found) == 1 and found[0].attributes else None


def _every(group: Group) -> Iterator[Metadata]:
    for file in program_files(group.run):
        for owner in ast.walk(index_of(file).tree):
            if isinstance(owner, ast.ClassDef):
                method = method_of(owner, _FLATTEN)
                for node in own_nodes(method) if method is not None else ():
                    pair = _pair(node.value) if isinstance(node, ast.Return) else ()
                    if pair and not isinstance(pair[1], ast.Constant):
                        yield Metadata(file, owner, *pair)


def _pair(node: ast.expr | None) -> tuple[ast.expr, ast.expr] | tuple[()]:
    if not isinstance(node, ast.Tuple) or len(node.elts) != 2:
        return ()
    return node.elts[0], node.elts[1]


def _where(group: Group) -> SourceLine | None:
    found = metadata_of(group)
    return found.line if found is not None else group.where


def _cure(group: Group) -> Cure:
    found = metadata_of(group)
    assert found is not None
    guard = own_guard(group, found)
    if guard is not None:
        unused = joined(f"`{name}`" for name in guard.unused)
        return Cure(
            " ".join(map(str.strip, guard.lines[1:])),
            f"as a class method of `{found.owner.name}`, as its operations use no "
            f"{unused}: torch then compares only the rest",
        )
    made = _made_at(group, found)
    names = joined(f"`{name}`" for name in found.attributes)
    return Cure(
        "",
        f"keep what varies of {names} a tensor{made}, and let `{_FLATTEN}` return its "
        "name among the tensors, not in the metadata",
    )


def _made_at(group: Group, found: Metadata) -> str:
    """Return the places that make the values of the attributes, in brackets."""
    tracer = tracer_of(program_files(group.run))
    lines = dict.fromkeys(
        line
        for node in ast.walk(found.given)
        if isinstance(node, ast.Attribute)
        for line in [*tracer.follow(node, spot_of_node(found.file, node))][-1:]
    )
    return f" (made at {joined(map(place, lines))})" if lines else ""


def _why(group: Group) -> str:
    found = metadata_of(group)
    name = found.owner.name if found is not None else ""
    return (
        f"A `{name}` is a tensor with metadata, which `{_FLATTEN}` returns. Torch "
        "needs an entry for each metadata."
    )


SUBCLASS_METADATA: Rule[Group] = Rule(
    "subclass-metadata",
    when=metadata_of,
    what="is compiled for each metadata of a tensor",
    cure=_cure,
    where=_where,
    title="recompiles for other metadata of a tensor",
    why=_why,
)
