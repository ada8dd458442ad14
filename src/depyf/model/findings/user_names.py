"""Describe the values of failed guards with the names that the program uses."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.model.by_identity import once_each
from depyf.model.findings.causes import receiver
from depyf.model.findings.compile_sites import site_of
from depyf.model.findings.names import function_name
from depyf.model.findings.program_text import (
    called,
    file_of,
    index_of,
    program_files,
)
from depyf.model.guard_facts import classes_of
from depyf.model.python_text import parsed_expression, text_of
from depyf.model.source_places import is_of_torch
from depyf.records import dataclass
from depyf.torch_text.break_words import words_in
from depyf.torch_text.environment import MODE, mode_path
from depyf.torch_text.path_names import readable
from depyf.torch_text.path_steps import FIELD, ITEM, parts_of
from depyf.torch_text.questions import GuardKind
from depyf.torch_text.spoken_numbers import spoken_number
from depyf.torch_text.spoken_paths import (
    Known,
    captured_name,
    hook_kind,
    is_internal,
    spoken,
    steps_of,
)

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.causes import Cause
    from depyf.model.findings.object_classes import Classes, ClassFinder
    from depyf.model.run import Frame, Run
    from depyf.torch_text.path_steps import Part

_FIRST = "args[0]"  # of a wrapper with `*args`
_CAPTURED = "fn"  # by a wrapper around a module of torch
_PARTIAL = "functools.partial"
_TENSORS = ("Tensor", "Parameter", "Buffer")
_MEASURES = {"size", "shape", "stride", "storage_offset"}


def said(run: Run, frame: Frame, cause: Cause) -> str:
    """Return the value of a cause in words, with code in backticks."""
    partials, of_mode = _partials(frame), mode_path(cause.source)
    if of_mode is not None:
        return f"`{_class_around(run, cause.user_line) or MODE}{of_mode}`"
    if steps_of(cause.source) is None:
        path = only_path(cause.source) or cause.source
        named = cause.source.replace(path, _of_class(path, frame))
        return f"`{spoken_number(named)}`"
    if not is_internal(cause.source) and not partials:
        return f"`{_of_method(run, frame, _of_class(cause.source, frame))}`"
    return spoken(cause.source, _known(run, cause, partials))


def _class_around(run: Run, line: SourceLine | None) -> str:
    """Return the class whose method contains a line; empty if there is none."""
    file = file_of(run, line)
    if file is None or line is None:
        return ""
    index = index_of(file)
    around = index.class_around(index.function_at(line.line) or index.tree)
    return around.name if around is not None else ""


def _of_method(run: Run, frame: Frame, source: str) -> str:
    """Return a path from `self`, if a wrapper of torch's passes it on as ``args[0]``.

    Such a wrapper is around the `step` of each optimizer.  Another one captures a
    module of torch's own class; the path is then from the program's name of the module.
    """
    rest = source[len(_FIRST) :] if source.startswith(_FIRST) else ""
    is_wrapped = is_of_torch(frame.file) and "." in function_name(run, frame)
    if rest and is_wrapped:
        return f"self{rest}"
    rest = source[len(_CAPTURED) :] if source.startswith(_CAPTURED) else ""
    if rest[:1] in {".", "["} and is_of_torch(frame.file):
        site = site_of(run, frame.compilations)
        names = [one for one in (site.site.of if site else ()) if one]
        return f"{names[0]}{rest}" if len(names) == 1 else source
    return source


@dataclass(frozen=True)
class Reached:
    """The path from a variable to the value of a failed guard.

    Attributes:
        root: the variable.
        steps: the steps of the readable path; the first is the root.
        parts: the parts of the path after the root.
        class_of: the class name of the object at each path, from the guards.
        own_class: the class of the compiled method, if the root is its ``self``.
    """

    root: str
    steps: Sequence[str]
    parts: Sequence[Part]
    class_of: Mapping[str, str]
    own_class: str = ""

    @property
    def name(self) -> str:
        """The last attribute on the path, or else the root."""
        named = [str(key) for kind, key in self.parts if kind is FIELD]
        return named[-1] if named else self.root

    @property
    def key(self) -> str:
        """The last attribute or text key on the path, or else the root."""
        keys = [str(one.key) for one in self.parts if not isinstance(one.key, int)]
        return keys[-1] if keys else self.root

    def steps_to(self, part: int) -> Sequence[str]:
        """Return the steps to the object from which a part reads an attribute.

        Args:
            part: the index of the part.
        """
        return self.steps[: _place_of(self.steps, self.parts, part)]

    def classes(
        self, finder: ClassFinder, part: int, root: Classes | None = None
    ) -> Classes | None:
        """Return the classes of the object that has an attribute; None if unknown.

        Args:
            finder: finds the classes of objects in the program.
            part: the index of the part that reads the attribute.
            root: the classes of the root variable, from its assignments.
        """
        steps = self.steps_to(part)
        known = self.class_of.get("".join(steps), "").rpartition(".")[2]
        if known:
            found = finder.classes(known)
            is_root = root is not None and len(steps) == 1 and known in root.exact
            return found._replace(made_by=root.made_by) if root and is_root else found
        if finder.is_own(steps[-1].lstrip(".")):  # the class itself
            return finder.classes(steps[-1].lstrip("."), subclasses=True)
        if len(steps) == 1 and self.own_class:
            return finder.classes(self.own_class, subclasses=True)
        if self.own_class and all(step[0] == "." for step in steps[1:]):
            owner: Classes | None = finder.classes(self.own_class, subclasses=True)
            for step in steps[1:]:
                owner = finder.of_attribute(owner, step[1:]) if owner else None
            return owner
        return None

    def stars(self, frame: Frame) -> str:
        """Return ``*`` or ``**`` if the root is such a parameter, else ""."""
        source = frame.original_source
        stars = ("**", "*")
        return next((s for s in stars if f"{s}{self.root}" in source), "")


def _place_of(steps: Sequence[str], parts: Sequence[Part], part: int) -> int:
    """Return the index of the step that reads an attribute of a path."""
    name = f".{parts[part].key}"
    places = [at for at, step in enumerate(steps) if step == name]
    later = sum(1 for one in parts[part + 1 :] if f".{one.key}" == name)
    return places[-1 - later] if len(places) > later else len(steps)


def reached(run: Run, frame: Frame, cause: Cause) -> Reached | None:
    """Return the path to a cause's value; None if it is unknown.

    For a number that is computed from one value, return the path to that value.
    """
    path = _of_class(_path_of(cause.source, frame), frame)
    steps = steps_of(path) or steps_of(cause.source)
    if steps is None:
        return None
    known = _known(run, cause, _partials(frame))
    own = frame.qualified_name.split(".")
    is_method = steps[0] in {receiver(frame), "self"} and len(own) > 1
    return Reached(
        steps[0],
        steps,
        parts_of(
            steps,
            cell=known.cell,
            defaults=known.defaults,
            partials=tuple(known.partials),
        ),
        _class_names(frame),
        own[-2] if is_method and own[-2] != "<locals>" else "",
    )


def _path_of(source: str, frame: Frame) -> str:
    """Return the only path that an expression reads; empty if it reads several.

    The `shape` of an object that is no tensor is an attribute like others.
    """
    path = only_path(source)
    name = _class_names(frame).get(path, "")
    return source if name and not name.endswith(_TENSORS) and source != path else path


@once_each
def _class_names(frame: Frame) -> Mapping[str, str]:
    """Return the class name of the object at each readable path, from the guards."""
    guards = [guard for entry in frame.entries for guard in entry.guards]
    return {readable(path): name for path, name in classes_of(guards).items()}


def _of_class(source: str, frame: Frame) -> str:
    """Replace ``type(x)`` at the start of a path by the name of the class of ``x``.

    ``type(self)`` stays, because it is known to be the class of the function.
    """
    head, closed, rest = source.partition(")")
    owner = head[len("type(") :] if head.startswith("type(") else ""
    if not owner or not closed or owner == "self":
        return source
    name = _class_names(frame).get(owner, "").rpartition(".")[2]
    return f"{name}{rest}" if name else source


def only_path(text: str) -> str:
    """Return the only path that an expression reads; empty if it reads several.

    >>> only_path("1.0 + ((-1)*self.drop.p)"), only_path("x.size()[3] // 2")
    ('self.drop.p', 'x')
    >>> only_path("min(7, type(self.wall).knocks)")
    'type(self.wall).knocks'
    """
    tree = parsed_expression(text)
    found: set[str] = set()
    left: list[ast.AST] = [tree] if tree is not None else []
    while left:
        node = left.pop()
        tensor = _measured(node)
        if tensor is not None:
            found.add(text_of(tensor, text))
        elif isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
            found.add(text_of(node, text))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            left += node.args  # of `min` or `max`
        else:
            left += ast.iter_child_nodes(node)
    return found.pop() if len(found) == 1 else ""


def _measured(node: ast.AST) -> ast.expr | None:
    """Return the tensor whose size or stride a node reads; None for other nodes."""
    inner = node.value if isinstance(node, ast.Subscript) else node
    if isinstance(inner, ast.Call):
        inner = inner.func
    elif not isinstance(node, ast.Subscript):
        return None
    is_measure = isinstance(inner, ast.Attribute) and inner.attr in _MEASURES
    return inner.value if is_measure and isinstance(inner, ast.Attribute) else None


def _known(run: Run, cause: Cause, partials: frozenset[str]) -> Known:
    line = cause.user_line
    return Known(
        cell=captured_name(cause.hint) or captured_name(cause.guard.text),
        defaults=_defaults(run, line),
        hook=_hook(run, cause.source, line),
        partials=partials,
    )


def _partials(frame: Frame) -> frozenset[str]:
    found = _class_names(frame).items()
    return frozenset(path for path, name in found if name == _PARTIAL)


def _defaults(run: Run, line: SourceLine | None) -> Mapping[int, str]:
    """Return the parameters with defaults that a line names, by their number.

    Parameters that the line does not name are left out, because the line may be in a
    helper.
    """
    file = file_of(run, line)
    around = index_of(file).function_at(line.line) if file and line else None
    if around is None or line is None:
        return {}
    args = [*getattr(around.args, "posonlyargs", ()), *around.args.args]
    with_default = args[len(args) - len(around.args.defaults) :]
    return {
        number: one.arg
        for number, one in enumerate(with_default)
        if one.arg in words_in(line.text)
    }


def _hook(run: Run, path: str, line: SourceLine | None) -> str:
    """Return the name of the hook function that contains a line; "" if it is none."""
    kind = hook_kind(path)
    file = file_of(run, line) if kind else None
    around = index_of(file).function_at(line.line) if file and line else None
    if around is None or file is None:
        return ""
    index = index_of(file)
    outer = index.function_around(around)
    names = {around.name, *([outer.name] if outer is not None else [])}
    for one in program_files(run):
        for call in index_of(one).calls.get(f"register_{kind}", ()):
            if call.args and _last_name(call.args[0]) in names:
                owner = index.class_around(around)
                if owner is not None and around in owner.body:
                    return f"{owner.name}.{around.name}"
                return around.name
    return ""


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Call):  # of a function that returns the hook
        return called(node)
    return getattr(node, "attr", getattr(node, "id", ""))


def both_reached(run: Run, frame: Frame, cause: Cause, value: Reached) -> list[Reached]:
    """Return a value, and the second one of an alias guard (``a is b``).

    For items of containers, these are the paths to the containers.
    """
    if cause.kind is not GuardKind.ALIAS or not cause.expected:
        return [value]
    other = reached(run, frame, replace(cause, source=cause.expected))
    return [
        replace(one, parts=one.parts[:-1])
        if one.parts and one.parts[-1].kind is ITEM
        else one
        for one in (value, other)
        if one is not None
    ]
