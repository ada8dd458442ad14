"""Names of compilations, and the short forms of torch's long names.

torch calls a compilation ``frame/compile`` (``0/1``: the second compilation of the
first code object) and adds ``_attempt`` when tracing was restarted.  That text is not
unique in a process: ``torch._dynamo.reset()`` and strict export start again at 0, so a
`CompileId` also holds the *generation*, the number of such restarts seen so far.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

_ID_TEXT = re.compile(
    r"^(?:(?P<generation>\d+):)?"
    r"(?:!(?P<autograd>\d+|None|a)?)?"
    r"(?:/?(?P<frame>\d+)/(?P<compile>\d+))?"
    r"(?:_(?P<attempt>\d+))?$"
)
_UUID = r"[0-9a-f]{8}_[0-9a-f]{4}_[0-9a-f]{4}_[0-9a-f]{4}_[0-9a-f]{12}"
_WITH_UUID = re.compile(rf"\b(?P<short>\w+?)_{_UUID}(?![0-9a-zA-Z])")


@dataclass(frozen=True)
class CompileId:
    """One attempt at one compilation of one code object.

    `frame` and `compile` are None only for a record of compiled autograd itself,
    outside any frame.
    """

    frame: int | None
    compile: int | None
    attempt: int = 0
    generation: int = 0
    autograd: int | None = None

    def __str__(self) -> str:
        """Return torch's own text (no generation): ``0/1``, ``0/1_2``, ``!0/3/0``."""
        parts = []
        if self.autograd is not None:
            parts.append(f"!{self.autograd}")
        if self.frame is not None:
            parts.append(f"{self.frame}/{self.compile}")
        text = "/".join(parts)
        return f"{text}_{self.attempt}" if self.attempt else text

    @property
    def key(self) -> str:
        """Return text that is unique in a process; `parse` reads it back."""
        return f"{self.generation}:{self}" if self.generation else str(self)

    @property
    def compilation(self) -> CompileId:
        """Return the id without its attempt: what all attempts have in common."""
        return replace(self, attempt=0)

    @classmethod
    def parse(cls, text: str, generation: int = 0) -> CompileId | None:
        """Return the id written in `text`, or None where it holds none.

        >>> CompileId.parse("2/0_1")
        CompileId(frame=2, compile=0, attempt=1, generation=0, autograd=None)
        >>> CompileId.parse("1:!0/12/0").key
        '1:!0/12/0'
        """
        match = _ID_TEXT.match(text.strip())
        if match is None or not any((match["frame"], match["autograd"])):
            return None
        return cls(
            frame=_integer(match["frame"]),
            compile=_integer(match["compile"]),
            attempt=_integer(match["attempt"]) or 0,
            generation=_integer(match["generation"]) or generation,
            autograd=_integer(match["autograd"]),
        )


def short_name(name: str) -> str:
    """Return `name` without the uuid that torch appends to generated names.

    >>> short_name("__compiled_fn_1_f7d7e5b6_02db_46da_b157_4ed9208bf4dd")
    '__compiled_fn_1'
    >>> short_name("__resume_at_102_2")
    '__resume_at_102_2'
    """
    return _WITH_UUID.sub(lambda match: match["short"], name)


def _integer(text: str | None) -> int | None:
    return int(text) if text and text.isdigit() else None
