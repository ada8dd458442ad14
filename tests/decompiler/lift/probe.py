# ruff: noqa: PYI034, PYI036, N805 - probes are deliberately unusual
"""Objects that log what is done to them and decide at random what happens.

The same seed gives the same decisions, so two ways of running one program can be
compared by their logs: any difference in the order or kind of effects shows.
"""

from __future__ import annotations

import random
from typing import Any, Callable, Iterator


class FirstError(Exception):
    """Raised by probes."""


class SecondError(FirstError):
    """Raised by probes, and caught by handlers of `FirstError`."""


class ThirdError(Exception):
    """Raised by probes."""


class Tape:
    """The log of one run and the source of its decisions."""

    def __init__(self, seed: int, raising: float) -> None:
        self.random = random.Random(seed)
        self.raising = raising
        self.log: list[str] = []
        self.budget = 400

    def note(self, event: str) -> None:
        """Logs an event, which may raise."""
        self.log.append(event)
        self.budget -= 1
        if self.budget < 0:
            raise KeyboardInterrupt
        if self.random.random() < self.raising:
            kinds = (FirstError, SecondError, ThirdError)
            raise self.random.choice(kinds)(event)


_BINARY = "add sub mul truediv floordiv mod pow lshift rshift and or xor matmul"
_COMPARE = "lt le eq ne gt ge"
_UNARY = "neg pos invert"


class Probe:
    """Answers every operation with another probe."""

    def __init__(self, tape: Tape, name: str) -> None:
        self.__dict__["_tape"] = tape
        self.__dict__["_name"] = name

    def _derive(self, event: str, *others: object) -> Probe:
        text = ",".join(describe(other) for other in others)
        self._tape.note(f"{self._name}.{event}({text})")
        return Probe(self._tape, f"{self._name[-12:]}.{event}")

    def __repr__(self) -> str:
        return f"<{self._name}>"

    def __bool__(self) -> bool:
        self._tape.note(f"bool {self._name}")
        return self._tape.random.random() < 0.5

    def __call__(self, *args: object, **kwargs: object) -> Probe:
        words = [f"{key}={describe(value)}" for key, value in kwargs.items()]
        return self._derive("call", *args, *words)

    def __getattr__(self, name: str) -> Probe:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._derive("get_" + name)

    def __setattr__(self, name: str, value: object) -> None:
        self._derive("set_" + name, value)

    def __delattr__(self, name: str) -> None:
        self._derive("del_" + name)

    def __getitem__(self, index: object) -> Probe:
        return self._derive("item", index)

    def __setitem__(self, index: object, value: object) -> None:
        self._derive("set_item", index, value)

    def __delitem__(self, index: object) -> None:
        self._derive("del_item", index)

    def __contains__(self, item: object) -> bool:
        self._derive("contains", item)
        return self._tape.random.random() < 0.5

    def __hash__(self) -> int:
        return hash(self._name)

    def __format__(self, spec: str) -> str:
        self._derive("format", spec)
        return f"[{self._name}:{spec}]"

    def __iter__(self) -> Iterator[Probe]:
        self._derive("iter")
        count = self._tape.random.randrange(4)

        def items() -> Iterator[Probe]:
            for number in range(count):
                yield self._derive(f"item{number}")

        return items()

    def keys(self) -> list[str]:
        """Makes ``**probe`` work."""
        self._derive("keys")
        return ["k1"]

    def __enter__(self) -> Probe:
        return self._derive("enter")

    def __exit__(self, kind: Any, value: Any, _trace: Any) -> bool:
        self._derive("exit", kind, str(value))
        return self._tape.random.random() < 0.5

    def __await__(self) -> Iterator[object]:
        self._derive("await")
        sent = yield f"waiting {self._name}"
        return self._derive("awaited", sent)

    async def __aenter__(self) -> Probe:
        return self._derive("aenter")

    async def __aexit__(self, kind: Any, value: Any, _trace: Any) -> bool:
        self._derive("aexit", kind, str(value))
        return self._tape.random.random() < 0.5

    def __aiter__(self) -> Any:
        self._derive("aiter")
        count = self._tape.random.randrange(4)

        class Items:
            left = count

            async def __anext__(_self) -> Probe:
                await self
                if not _self.left:
                    raise StopAsyncIteration
                _self.left -= 1
                return self._derive(f"aitem{_self.left}")

        return Items()


def _operator(name: str) -> Callable[..., Probe]:
    return lambda self, *others: self._derive(name, *others)


for _name in _BINARY.split():
    setattr(Probe, f"__{_name}__", _operator(_name))
    setattr(Probe, f"__r{_name}__", _operator("r" + _name))
    setattr(Probe, f"__i{_name}__", _operator("i" + _name))
for _name in (_COMPARE + " " + _UNARY).split():
    setattr(Probe, f"__{_name}__", _operator(_name))


def describe(value: object) -> str:
    """A text without addresses."""
    if isinstance(value, (list, tuple, set, frozenset)):
        items = map(describe, value)
        if isinstance(value, (set, frozenset)):
            items = iter(sorted(items))
        return f"{type(value).__name__}[{', '.join(items)}]"
    if isinstance(value, dict):
        pairs = (f"{describe(k)}: {describe(v)}" for k, v in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, BaseException):
        return f"{type(value).__name__}({value})"
    if isinstance(value, slice):
        return f"slice{describe((value.start, value.stop, value.step))}"
    if isinstance(value, (Probe, str, int, float, complex, bytes, type(None))):
        return repr(value)
    if isinstance(value, type):
        return value.__name__
    return f"a {type(value).__name__}"
