"""Follows attributes and items of live objects without running any of their code.

Reading `self.mean` may run a property, a ``__getattr__``, a descriptor.  So each step
looks where Python would look, in the order in which it would, and gives up (None) where
code of somebody else would run: what is left is data in the ``__dict__`` of an
instance, in plain dicts and lists, in slots, on a class, and what `torch.nn.Module`
finds in its dicts of parameters, buffers and modules.
"""

from __future__ import annotations

import builtins
import collections
import keyword
from dataclasses import dataclass, field
from types import (
    BuiltinFunctionType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    ModuleType,
)
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Tuple

from depyf.capture import torch_compat
from depyf.capture.static_look import class_attributes, mro_of

if TYPE_CHECKING:
    from depyf.decompiler.known_objects import KnownPlace

_Step = Tuple[bool, object]
_METHODS_OF = (list, dict, set, collections.deque)
_SIMPLE_DICTS = (dict, collections.OrderedDict)
_SIMPLE_LISTS = (list, tuple)
_CONTAINERS = (collections.deque, collections.OrderedDict)
_MISSING = object()
_OPAQUE = object()  # a value that is not looked into: a method, a function


def live_objects(
    frame_locals: Mapping[str, object], frame_globals: Mapping[str, object]
) -> Callable[[str, str], LivePlace | None]:
    """Return what the variables of a frame hold, each asked once.

    Args:
        frame_locals: arguments and variables of enclosing functions.
        frame_globals: the globals of the frame.
    """
    classes = _Classes(torch_compat.module_layout())
    found: dict[tuple[str, str], LivePlace] = {}

    def place(kind: str, name: str) -> LivePlace | None:
        names = frame_globals if kind == "global" else frame_locals
        if (kind, name) not in found:
            if name not in names and kind == "global":
                names = _builtins_of(frame_globals)
            if name not in names:
                return None
            found[kind, name] = LivePlace(names[name], (), classes)
        return found[kind, name]

    return place


def _builtins_of(frame_globals: Mapping[str, object]) -> Mapping[str, object]:
    """Return what a name means that is no global, if that is Python's own."""
    used = frame_globals.get("__builtins__")
    own = builtins.__dict__
    return own if used is builtins or used is own else {}


class _Classes:
    """What classes have under names, each looked up once: a model asks a lot.

    It is as true as the classes stay as they are: for the time of one compilation.

    Args:
        layout: how torch's modules keep what they hold.
    """

    def __init__(self, layout: torch_compat.ModuleLayout) -> None:
        self.layout = layout
        # By identity, with the class: a metaclass may say what it likes of `==`.
        self._found: dict[tuple[int, str], tuple[type, Any]] = {}
        self._containers: dict[int, tuple[type, bool | None]] = {}

    def find(self, kind: type, name: str) -> Any:
        """Return what a class has under a name, as Python finds it."""
        key = (id(kind), name)
        known = self._found.get(key)
        if known is None:
            known = self._found[key] = (kind, _on_class(kind, name))
        return known[1]

    def by_position(self, kind: type) -> bool | None:
        """Return whether ``o[index]`` is by position or by key; None: not torch's."""
        known = self._containers.get(id(kind))
        if known is None:
            fitting = (
                by_position
                for methods, by_position in self.layout.containers
                if all(self.find(kind, name) is m for name, m in methods.items())
            )
            known = self._containers[id(kind)] = (kind, next(fitting, None))
        return known[1]

    def is_data(self, found: object) -> bool:
        """Return whether an attribute of a class goes before the instance's own."""
        if found is _MISSING:
            return False
        return any(
            self.find(type(found), name) is not _MISSING
            for name in ("__set__", "__delete__")
        )

    def has_dict(self, kind: type) -> bool:
        """Return whether instances have a ``__dict__`` of the usual kind."""
        found = self.find(kind, "__dict__")
        return type(found) in (GetSetDescriptorType, MemberDescriptorType)

    def dict_of(self, value: object) -> dict[str, object] | None:
        """Return the usual ``__dict__`` of an instance; None where it has none."""
        if not self.has_dict(type(value)):
            return None
        found = self.find(type(value), "__dict__")
        held = found.__get__(value, type(value))
        return held if type(held) is dict else None


@dataclass(frozen=True, eq=False)
class LivePlace:
    """An object and the way to it; see `known_objects.KnownPlace`.

    Args:
        value: the object.
        steps: from the variable.
        classes: of objects and of classes, as Python finds them.
        owner: the object of whose ``__dict__`` or ``_modules`` this is the dict.
        kind: see `known_objects.KnownPlace.kind`.
        made_of: of a new instance, and of what makes one, the class.
        is_reached: see `known_objects.KnownPlace.is_reached`.
    """

    value: Any
    steps: tuple[_Step, ...]
    classes: _Classes
    owner: LivePlace | None = None
    kind: str = ""
    made_of: type | None = None
    is_reached: bool = True
    _known: dict[_Step, LivePlace | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        kind = self.kind or _kind(self.value, self.layout)
        object.__setattr__(self, "kind", kind)

    @property
    def layout(self) -> torch_compat.ModuleLayout:
        """How torch's modules keep what they hold."""
        return self.classes.layout

    def attribute(self, name: str) -> LivePlace | None:
        """Return what reading an attribute gives, if no code runs for it."""
        step = (False, name)
        if step not in self._known:
            self._known[step] = self._attribute(name)
        return self._known[step]

    def item(self, key: object) -> LivePlace | None:
        """Return what a subscription gives, if no code runs for it."""
        step = (True, key)
        if type(key) not in (str, int):
            return None
        if step not in self._known:
            self._known[step] = self._item(key)
        return self._known[step]

    def result(self, argument: KnownPlace) -> LivePlace | None:
        """Return what calling it gives, if no code runs for that."""
        if not isinstance(argument, LivePlace):
            return None
        if self.kind == "new object" and argument.value is self.made_of:
            return self._given(_OPAQUE, kind="new instance", made_of=self.made_of)
        if self.value is type and argument.kind == "new instance":
            return self._given(argument.made_of)
        return None

    def stores(self, name: str, value: KnownPlace | None) -> bool:
        """Return whether ``o.name = value`` only sets it in the object's dict."""
        kind = self.made_of or type(self.value)
        if not _is_name(name) or _is_kind(kind, (type, ModuleType)):
            return False
        on_class = self.classes.find(kind, name)
        if not self.classes.has_dict(kind) or self.classes.is_data(on_class):
            return False
        setter = self.classes.find(kind, "__setattr__")
        if setter is object.__dict__["__setattr__"]:
            return True
        if setter is not self.layout.set_attribute:
            return False
        return name not in self._held_names() and (
            value is None or not self._is_special(getattr(value, "value", None))
        )

    # What an attribute leads to.

    def _attribute(self, name: str) -> LivePlace | None:
        value = self.value
        step = (*self.steps, (False, name))
        if _is_a(value, (type,)):
            return self._of_class(value, name)
        if value is _OPAQUE:
            return None
        kind = type(value)
        if kind in _METHODS_OF and name in kind.__dict__:
            method = f"{kind.__name__}.{name}"
            return LivePlace(_OPAQUE, step, self.classes, kind=method)
        getter = self.classes.find(kind, "__getattribute__")
        plain = ModuleType if _is_a(value, (ModuleType,)) else object
        if getter is not vars(plain)["__getattribute__"]:
            return None
        found = self._looked_up(name)
        if found is _MISSING:
            return None
        owner = self if name in ("__dict__", *self.layout.dicts) else None
        return LivePlace(found, step, self.classes, owner=owner)

    def _of_class(self, value: type, name: str) -> LivePlace | None:
        meta = type(value)
        getter = self.classes.find(meta, "__getattribute__")
        if getter is not type.__dict__["__getattribute__"]:
            return None
        on_meta = self.classes.find(meta, name)
        if name == "__mro__" and on_meta is type.__dict__[name]:
            return self._given(mro_of(value))
        if name == "__new__" and not self.classes.is_data(on_meta):
            made = self.classes.find(
                value, name
            )  # of object, dict, ...: it runs no Python
            if type(made) is BuiltinFunctionType:
                return self._given(_OPAQUE, kind="new object", made_of=value)
        is_dict = any(value is one for one in _SIMPLE_DICTS)
        if is_dict and name in ("clear", "__setitem__"):
            return self._given(_OPAQUE, kind="unbound dict")
        return None

    def _given(
        self, value: object, kind: str = "", made_of: type | None = None
    ) -> LivePlace:
        return LivePlace(
            value, (), self.classes, kind=kind, made_of=made_of, is_reached=False
        )

    def _looked_up(self, name: str) -> object:
        """As `object.__getattribute__` and then ``__getattr__`` of modules do."""
        value, kind = self.value, type(self.value)
        on_class = self.classes.find(kind, name)
        if name == "__dict__":
            held = self.classes.dict_of(value)
            return _MISSING if held is None else held
        if self.classes.is_data(on_class):
            if type(on_class) is MemberDescriptorType:  # a slot
                try:
                    return on_class.__get__(value, kind)
                except AttributeError:
                    return _MISSING
            return _MISSING
        held = self.classes.dict_of(value) or {}
        if name in held:
            return held[name]
        if on_class is not _MISSING:
            if type(on_class) in (FunctionType, MethodDescriptorType):
                return _OPAQUE
            bound = self.classes.find(type(on_class), "__get__") is not _MISSING
            return _MISSING if bound else on_class
        if self.classes.find(kind, "__getattr__") is not self.layout.get_attribute:
            return _MISSING
        for one in self.layout.dicts:
            entries: Any = held.get(one)
            if type(entries) in _SIMPLE_DICTS and name in entries:
                return entries[name]
        return _MISSING

    # What an item leads to.

    def _item(self, key: object) -> LivePlace | None:
        held = self.value
        if type(held) in _SIMPLE_LISTS and isinstance(key, int):
            if not -len(held) <= key < len(held):
                return None
        elif (
            type(held) not in _SIMPLE_DICTS
            or not self._has_simple_keys(held)
            or key not in held
        ):
            return None
        found = held[key]
        if not self.is_reached:
            return self._given(found)
        literal = LivePlace(found, (*self.steps, (True, key)), self.classes)
        if self.owner is None or not isinstance(key, str):
            return literal
        return self.owner.named(key, found) or literal

    def named(self, key: str, found: object) -> LivePlace | None:
        """Return what is kept under a name, as one gets to it through the object."""
        index = self._index(key)
        if index is not None and getattr(self.attribute(key), "value", None) is found:
            return LivePlace(found, (*self.steps, (True, index)), self.classes)
        if not _is_name(key):
            return None
        place = self.attribute(key)
        return place if place is not None and place.value is found else None

    def _index(self, key: str) -> object | None:
        """What ``o[index]`` finds it by, where that is torch's own way to do it."""
        by_position = self.classes.by_position(type(self.value))
        if by_position is None:
            return None
        held = self.classes.dict_of(self.value) or {}
        for one in self.layout.dicts:
            entries: Any = held.get(one)
            if not entries or key not in entries:
                continue
            if not by_position:
                return key
            return int(key) if self._counts(entries) else None
        return None

    def _counts(self, entries: Mapping[str, object]) -> bool:
        """Whether the keys are "0", "1", ... in order; looked at once."""
        step = (True, id(entries))
        if step not in self._known:
            ordered = all(str(i) == key for i, key in enumerate(entries))
            self._known[step] = self if ordered else None
        return self._known[step] is not None

    def _has_simple_keys(self, held: Mapping[object, object]) -> bool:
        """Whether comparing a key with others runs no code; looked at once."""
        step = (True, held.__class__)
        if step not in self._known:
            simple = all(type(key) in (str, int) for key in held)
            self._known[step] = self if simple else None
        return self._known[step] is not None

    def _is_special(self, value: object) -> bool:
        """Whether a module may put it elsewhere: in doubt, it may."""
        if type(value) is not self.layout.tensors[0]:
            return _is_a(value, self.layout.special)
        # `_is_param` makes a tensor a parameter.
        return bool(self.classes.dict_of(value))

    def _held_names(self) -> Iterator[str]:
        held = self.classes.dict_of(self.value) or {}
        for one in self.layout.dicts:
            entries: Any = held.get(one)
            yield from entries or ()


def _kind(value: object, layout: torch_compat.ModuleLayout) -> str:
    if type(value) in layout.tensors:
        return "tensor"
    if any(value is one for one in _CONTAINERS):
        return "new container"
    if type(value) in _METHODS_OF:
        return type(value).__name__
    return ""


def _is_a(value: object, classes: tuple[type, ...]) -> bool:
    """As `isinstance`, which would ask the object for its ``__class__``."""
    return _is_kind(type(value), classes)


def _is_kind(kind: type, classes: tuple[type, ...]) -> bool:
    """As `issubclass`; a metaclass may say what it likes of `==`."""
    return any(one is known for one in mro_of(kind) for known in classes)


def _is_name(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name)


def _on_class(kind: type, name: str) -> Any:
    """What a class has under a name, as Python finds it."""
    for one in mro_of(kind):
        names = class_attributes(one)
        if name in names:
            return names[name]
    return _MISSING
