"""Settings of the printer, and the error for what it cannot print."""

from __future__ import annotations

from dataclasses import field
from typing import Callable, Mapping, Tuple

from depyf.records import dataclass

Version = Tuple[int, int]


def _itself(constant: object) -> object:
    return constant


class EmitError(ValueError):
    """The tree holds something that no Python source can express.

    The caller goes on with a lower quality; this never reaches a user.
    """


@dataclass(frozen=True)
class EmitSettings:
    """How text is printed.

    Args:
        version: the Python that the text is for.
        indentation: spaces per level.
        line_length: longer lines are broken where brackets allow it.
        base_indent: spaces before every line; text that is going to be nested must
            be printed where it will stand, since docstrings cannot be moved.
        temp_prefix: prefix of all temporaries; None chooses readable names.
        rename: names of globals, long to short.
        text_annotations: annotations are constants that hold their source text
            (``from __future__ import annotations``).
        avoid: global names of the program; those of the text are known.
        object_of: gives the object behind a constant; others stand for themselves.
        dotted: objects are printed as the dotted name under which they are found,
            for a reader: nothing is said of how the text would find them.
        standalone: the names of objects are defined above the text.
    """

    version: Version
    indentation: int = 4
    line_length: int = 88
    base_indent: int = 0
    temp_prefix: str | None = None
    rename: Mapping[str, str] = field(default_factory=dict)
    text_annotations: bool = False
    avoid: frozenset[str] = frozenset()
    object_of: Callable[[object], object] = _itself
    dotted: bool = False
    standalone: bool = False

    @property
    def nested_quotes(self) -> bool:
        """True where f-strings may nest any quote and backslash (PEP 701)."""
        return self.version >= (3, 12)

    @property
    def strips_docstrings(self) -> bool:
        """True where the compiler removes a docstring's common indentation."""
        return self.version >= (3, 13)

    @property
    def formats_constants(self) -> bool:
        """True where ``'%s' % (a,)`` is compiled as an f-string."""
        return self.version >= (3, 11)

    @property
    def stars_in_index(self) -> bool:
        """True where ``a[*b]`` is allowed (PEP 646)."""
        return self.version >= (3, 11)

    @property
    def stars_in_augmented(self) -> bool:
        """True where ``a += b, *c`` is allowed."""
        return self.version >= (3, 9)

    @property
    def folds_text_annotations(self) -> bool:
        """True where constants are folded before an annotation becomes a string."""
        return self.version < (3, 9)

    @property
    def exact_mixed_complex(self) -> bool:
        """True where real and complex numbers mix without losing signed zeros."""
        return self.version >= (3, 14)
