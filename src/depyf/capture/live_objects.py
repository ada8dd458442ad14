"""Follow attributes and items of live objects without running their code.

Reading `self.mean` may run a property, a ``__getattr__`` or a descriptor.  So each step
searches where Python would search, in the same order.  It gives up and returns None if
code of the program would run.  So it finds data in the ``__dict__`` of an instance, in
plain dicts and lists, in slots, and on classes.  It also finds what `torch.nn.Module`
has in its dicts of parameters, buffers and modules.
"""

from __future__ import annotations

import builtins
import collections
import keyword
from dataclasses import field
from types import (
    BuiltinFunctionType,
    FunctionType,
    MemberDescriptorType,
    MethodDescriptorType,
    ModuleType,
)
from typing import TYPE_CHECKING, Any, Callable, Mapping, Tuple

from depyf.capture import torch_compat
from depyf.capture.static_look import (
    MISSING,
    StaticLook,
    has_instance_dict,
    instance_attributes,
    is_exactly,
    mro_of,
)
from depyf.decompiler.exact_types import ByType, is_a
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.known_objects import KnownPlace

_Step = Tuple[bool, object]
_METHODS_OF = (list, dict, set, collections.deque)
_SIMPLE_LISTS = (list, tuple)
_CONTAINERS = (collections.deque, collections.OrderedDict)
# The attributes that hold dicts whose items are attributes of the same object.
_OWNED = frozenset({"__dict__", *torch_compat.MODULE_DICTS})
_OBJECT_GETTER = vars(object)["__getattribute__"]
_MODULE_GETTER = vars(ModuleType)["__getattribute__"]
_KINDS = ByType(
    {
        **dict.fromkeys(torch_compat.PLAIN_TENSORS, "tensor"),
        **{kind: kind.__name__ for kind in _METHODS_OF},
    }
)
_METHOD_KINDS = {kind.__name__ for kind in _METHODS_OF}
_OPAQUE = object()  # a value that is not inspected: a method, a function


def live_objects(
    frame_locals: Mapping[str, object], frame_globals: Mapping[str, object]
) -> Callable[[str, str], LivePlace | None]:
    """Return a function that looks up a frame's variables; each is read once.

    Args:
        frame_locals: the arguments, and variables of enclosing functions.
        frame_globals: the globals of the frame.
    """
    look = StaticLook()
    found: dict[tuple[str, str], LivePlace] = {}

    def place(kind: str, name: str) -> LivePlace | None:
        names = frame_globals if kind == "global" else frame_locals
        if (kind, name) not in found:
            if name not in names and kind == "global":
                names = _builtins_of(frame_globals)
            if name not in names:
                return None
            found[kind, name] = LivePlace(names[name], (), look)
        return found[kind, name]

    return place


def _builtins_of(frame_globals: Mapping[str, object]) -> Mapping[str, object]:
    """Return Python's builtins, in which names that are no globals are looked up."""
    used = frame_globals.get("__builtins__")
    own = builtins.__dict__
    return own if used is builtins or used is own else {}


@dataclass(frozen=True, eq=False)
class LivePlace:
    """An object and the path to it; see `known_objects.KnownPlace`.

    Args:
        value: the object.
        steps: the path from a variable to the object.
        look: finds attributes.
        owner: the object whose ``__dict__`` or ``_modules`` this dict is, if so.
        kind: see `known_objects.KnownPlace.kind`.
        made_of: the class, for a new instance or a function that makes one.
        is_reached: see `known_objects.KnownPlace.is_reached`.
    """

    value: Any
    steps: tuple[_Step, ...]
    look: StaticLook
    owner: LivePlace | None = None
    kind: str = ""
    made_of: type | None = None
    is_reached: bool = True
    _known: dict[_Step, LivePlace | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", self.kind or _kind(self.value))

    def attribute(self, name: str) -> LivePlace | None:
        """Return the object in an attribute; None if reading it may run code."""
        step = (False, name)
        if step not in self._known:
            self._known[step] = self._attribute(name)
        return self._known[step]

    def item(self, key: object) -> LivePlace | None:
        """Return the item under a key; None if reading it may run code."""
        step = (True, key)
        if type(key) is not str and type(key) is not int:
            return None
        if step not in self._known:
            self._known[step] = self._item(key)
        return self._known[step]

    def result(self, argument: KnownPlace) -> LivePlace | None:
        """Return the result of calling the object; None if the call may run code."""
        if not isinstance(argument, LivePlace):
            return None
        if self.kind == "new object" and argument.value is self.made_of:
            return self._given(_OPAQUE, kind="new instance", made_of=self.made_of)
        if self.value is type and argument.kind == "new instance":
            return self._given(argument.made_of)
        is_maker = any(self.value is one for one in torch_compat.TENSOR_MAKERS)
        if is_maker and is_exactly(argument.value, int, float):
            return self._given(_OPAQUE, kind="tensor")
        return None

    def stores(self, name: str, value: KnownPlace | None) -> bool:
        """Return whether ``o.name = value`` only changes the object's ``__dict__``."""
        kind = self.made_of or type(self.value)
        if not _is_name(name) or issubclass(kind, (type, ModuleType)):
            return False
        on_class = self.look.on_class(kind, name)
        if not has_instance_dict(kind) or self.look.is_data(on_class):
            return False
        setter = self.look.on_class(kind, "__setattr__")
        if setter is object.__dict__["__setattr__"]:
            return True
        if setter is not torch_compat.MODULE_SETATTR:
            return False
        return not self._may_hold(name) and (
            value is None or not self._is_special(getattr(value, "value", None))
        )

    # --- attributes

    def _attribute(self, name: str) -> LivePlace | None:
        value = self.value
        step = (*self.steps, (False, name))
        if is_a(value, type):
            return self._of_class(value, name)
        if value is _OPAQUE:
            return None
        kind = type(value)
        if self.kind in _METHOD_KINDS and name in kind.__dict__:
            method = f"{kind.__name__}.{name}"
            return LivePlace(_OPAQUE, step, self.look, kind=method)
        getter = self.look.on_class(kind, "__getattribute__")
        of_module = is_a(value, ModuleType)
        if getter is not (_MODULE_GETTER if of_module else _OBJECT_GETTER):
            return None
        found = self._looked_up(name)
        if found is MISSING:
            return None
        owner = self if name in _OWNED else None
        return LivePlace(found, step, self.look, owner=owner)

    def _of_class(self, value: type, name: str) -> LivePlace | None:
        meta = type(value)
        getter = self.look.on_class(meta, "__getattribute__")
        if getter is not type.__dict__["__getattribute__"]:
            return None
        on_meta = self.look.on_class(meta, name)
        if name == "__mro__" and on_meta is type.__dict__[name]:
            return self._given(mro_of(value))
        if name == "__new__" and not self.look.is_data(on_meta):
            made = self.look.on_class(value, name)
            if type(made) is BuiltinFunctionType:  # of object, dict, ...
                return self._given(_OPAQUE, kind="new object", made_of=value)
        is_dict = any(value is one for one in torch_compat.SIMPLE_DICTS)
        if is_dict and name in ("clear", "__setitem__"):
            return self._given(_OPAQUE, kind="unbound dict")
        return None

    def _given(
        self, value: object, kind: str = "", made_of: type | None = None
    ) -> LivePlace:
        return LivePlace(
            value, (), self.look, kind=kind, made_of=made_of, is_reached=False
        )

    def _looked_up(self, name: str) -> object:
        """Look up an attribute like `object.__getattribute__`, then ``__getattr__``."""
        value, kind = self.value, type(self.value)
        if name == "__dict__":
            own = self.look.instance_dict(value)
            return MISSING if own is None else own
        found, of_class = self.look.attribute(value, name)
        if found is MISSING:
            getter = self.look.on_class(kind, "__getattr__")
            is_torchs = getter is torch_compat.MODULE_GETATTR
            return torch_compat.module_entry(self._own, name) if is_torchs else MISSING
        if not of_class:
            return found
        if type(found) is MemberDescriptorType:  # a slot
            try:
                return found.__get__(value, kind)
            except AttributeError:
                return MISSING
        if is_exactly(found, FunctionType, MethodDescriptorType):
            return _OPAQUE
        is_computed = self.look.is_bound(found, "__get__", "__set__", "__delete__")
        return MISSING if is_computed else found

    # --- items

    def _item(self, key: object) -> LivePlace | None:
        held = self.value
        if is_exactly(held, *_SIMPLE_LISTS) and isinstance(key, int):
            if not -len(held) <= key < len(held):
                return None
        elif (
            not is_exactly(held, *torch_compat.SIMPLE_DICTS)
            or not self._has_simple_keys(held)
            or key not in held
        ):
            return None
        found = held[key]
        if not self.is_reached:
            return self._given(found)
        literal = LivePlace(found, (*self.steps, (True, key)), self.look)
        if self.owner is None or not isinstance(key, str):
            return literal
        return self.owner.named(key, found) or literal

    def named(self, key: str, found: object) -> LivePlace | None:
        """Return the object that this module or instance has under a name."""
        index = self._index(key)
        if index is not None and getattr(self.attribute(key), "value", None) is found:
            return LivePlace(found, (*self.steps, (True, index)), self.look)
        if not _is_name(key):
            return None
        place = self.attribute(key)
        return place if place is not None and place.value is found else None

    def _index(self, key: str) -> object | None:
        """Return the index for which ``o[index]`` is the entry `key`, if any."""
        by_position = self._by_position()
        if by_position is None:
            return None
        for entries in torch_compat.module_dicts(self._own):
            if key in entries and not by_position:
                return key
            if key in entries:
                return int(key) if self._counts(entries) else None
        return None

    def _by_position(self) -> bool | None:
        """Return whether ``o[index]`` takes a position, not a key; None if neither."""
        if self.look.on_class(type(self.value), "__getitem__") is MISSING:
            return None
        for methods, by_position in torch_compat.MODULE_CONTAINERS:
            own = (self.look.on_class(type(self.value), name) for name in methods)
            if all(found is wanted for found, wanted in zip(own, methods.values())):
                return by_position
        return None

    @property
    def _own(self) -> dict[str, object]:
        return self.look.instance_dict(self.value) or {}

    def _counts(self, entries: Mapping[str, object]) -> bool:
        """Return whether a dict's keys are "0", "1", ... in order; computed once."""
        step = (True, id(entries))
        if step not in self._known:
            ordered = all(str(i) == key for i, key in enumerate(entries))
            self._known[step] = self if ordered else None
        return self._known[step] is not None

    def _has_simple_keys(self, held: Mapping[object, object]) -> bool:
        """Return whether comparing the keys runs no code; computed once."""
        step = (True, held.__class__)
        if step not in self._known:
            simple = all(is_exactly(key, str, int) for key in held)
            self._known[step] = self if simple else None
        return self._known[step] is not None

    def _may_hold(self, name: str) -> bool:
        """Return whether a module may have this name in one of its dicts."""
        own = self._own
        kept: list[Any] = [own[one] for one in torch_compat.MODULE_DICTS if one in own]
        simple = torch_compat.SIMPLE_DICTS
        return any(not is_exactly(one, *simple) or name in one for one in kept)

    def _is_special(self, value: object) -> bool:
        """Return whether a module may store a value outside its ``__dict__``.

        True if in doubt.
        """
        tensor, module = torch_compat.MODULE_ENTRIES
        if type(value) is not tensor:
            return issubclass(type(value), (tensor, module))
        # `_is_param` makes a tensor a parameter.
        return bool(instance_attributes(value))


def _kind(value: object) -> str:
    if any(value is one for one in _CONTAINERS):
        return "new container"
    return _KINDS.of(value) or ""


def _is_name(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name)
