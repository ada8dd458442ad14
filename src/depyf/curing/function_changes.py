"""Propose changes for one function: settings, options of torch.compile, size marks."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterable, Iterator, Sequence

from depyf.capture.torch_compat import trials
from depyf.curing.program_files import EditError
from depyf.model.findings.breaks import breaks
from depyf.model.findings.failures import failures
from depyf.model.findings.recompile_groups import groups
from depyf.records import dataclass
from depyf.torch_text.names import settings_in
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.edit_tried import Aim
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.run import Run

_DYNAMO = "torch._dynamo.config"
_SIZES = {GuardKind.SIZE, GuardKind.CONDITION}
_MARKS = ("maybe_mark_dynamic", "mark_dynamic")
_MORE = 4  # the limit of entries is multiplied by this


@dataclass(frozen=True)
class Varying:
    """A dimension whose size differs between the calls.

    Attributes:
        path: the path of the tensor in the arguments, as `tensors_of` returns it.
        name: the tensor as a Python expression.
        dimension: the number of the dimension.
    """

    path: str
    name: str
    dimension: int


@dataclass(frozen=True)
class Change:
    """A change of how the function is compiled or called.

    Attributes:
        finding: the problem to cure.
        what: a description of the change.
        code: the lines to write in a program.
        setting: the module, name and value of a setting of torch, if it changes one.
        dynamic: a tuple with the new value of the option `dynamic`, if it changes it.
        mark: the function of `torch._dynamo` that marks sizes, if it marks sizes.
    """

    finding: str
    what: str
    code: tuple[str, ...]
    setting: tuple[str, str, object] | None = None
    dynamic: tuple[bool | None, ...] = ()
    mark: str = ""

    @property
    def key(self) -> tuple[object, ...]:
        """A key that equal changes share."""
        return self.code

    @property
    def edits(self) -> tuple[Change, ...]:
        """The argument for `Recipe.edited`: the change itself."""
        return (self,)

    @property
    def place(self) -> tuple[str, int]:
        """An empty location: no file is edited."""
        return "", 0

    @property
    def aims(self) -> tuple[Aim, ...]:
        """No aims: no dump is kept."""
        return ()

    @property
    def at(self) -> int:
        """Line 0: no line changes."""
        return 0


@dataclass(frozen=True)
class Recipe:
    """The changes kept so far."""

    changes: tuple[Change, ...] = ()

    def edited(self, edits: Iterable[Change]) -> Recipe:
        """Return the recipe with more changes.

        Raises:
            EditError: this torch has no such setting, or it has this value already.
        """
        new = tuple(edits)
        for one in new:
            if one.setting is None:
                continue
            module, name, value = one.setting
            if not trials.has_setting(module, name):
                raise EditError(f"this torch has no `{module}.{name}`")
            if trials.setting_of(module, name) == value:
                raise EditError("it is already set")
        return Recipe((*self.changes, *new))

    def patch(self, since: Recipe | None = None) -> str:
        """Return the code of the changes that an earlier recipe does not have."""
        known = since.changes if since is not None else ()
        new = (one for one in self.changes if one not in known)
        return "\n".join(line for one in new for line in one.code)


def changes(
    run: Run, dynamic: bool | None, varying: Sequence[Varying]
) -> Iterator[Change]:
    """Yield changes that may help a function, the smallest first.

    Args:
        run: the compilations of the function.
        dynamic: the current value of the option `dynamic`.
        varying: the sizes that differ between the calls.
    """
    for one in failures(run):
        yield from _settings(one.as_break().texts, f"{one.name} fails to compile")
    for each in breaks(run):
        finding = f"{each.name}: graph break at {each.place}"
        yield from _settings(each.texts, finding)
    for group in sorted(groups(run), key=lambda one: -len(one.compilations)):
        yield from _of_group(group, dynamic, varying)


def _of_group(
    group: Group, dynamic: bool | None, varying: Sequence[Varying]
) -> Iterator[Change]:
    finding = group.problem
    kind = group.first.kind
    yield from _settings(group.texts, finding)
    if kind in _SIZES:
        yield from _marks(varying, finding)
    if kind in _SIZES or kind is GuardKind.NUMBER:
        for value in (None, True) if dynamic is False else (True,):
            if value is not dynamic:
                yield _option(value, finding)
    if kind is GuardKind.SIZE:
        yield _setting(_DYNAMO, "force_parameter_static_shapes", False, finding)
    if kind is GuardKind.NUMBER and "." in group.source:
        yield _setting(_DYNAMO, "allow_unspec_int_on_nn_module", True, finding)
    if group.limit_reached:
        limit, entries = trials.entry_limit()
        yield _setting(_DYNAMO, limit, _MORE * entries, finding)


def _settings(texts: Iterable[str], finding: str) -> Iterator[Change]:
    """Yield changes of the settings that torch's messages name."""
    for statement in settings_in(texts):
        target, _, text = statement.partition(" = ")
        module, _, name = target.rpartition(".")
        try:
            value = ast.literal_eval(text)
        except (ValueError, SyntaxError):  # a word such as `N`
            continue
        yield _setting(module, name, value, finding)


def _setting(module: str, name: str, value: object, finding: str) -> Change:
    code = f"{module}.{name} = {value!r}"
    return Change(finding, f"`{code}`", (code,), setting=(module, name, value))


def _option(value: bool | None, finding: str) -> Change:
    code = f"torch.compile(..., dynamic={value})"
    return Change(finding, f"compile with `dynamic={value}`", (code,), dynamic=(value,))


def _marks(varying: Sequence[Varying], finding: str) -> Iterator[Change]:
    """Yield the marks of all varying sizes: optional marks before strict ones."""
    sizes = ", ".join(f"`{one.name}.shape[{one.dimension}]`" for one in varying)
    for mark in _MARKS if varying else ():
        code = tuple(
            f"torch._dynamo.{mark}({one.name}, {one.dimension})  # before each call"
            for one in varying
        )
        yield Change(finding, f"`{mark}` for {sizes}", code, mark=mark)
