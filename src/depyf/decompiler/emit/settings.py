"""The settings of the printer, and its error."""

from __future__ import annotations

from dataclasses import field
from typing import Callable, Mapping, Tuple

from depyf.records import dataclass

Version = Tuple[int, int]


def _itself(constant: object) -> object:
    return constant


class EmitError(ValueError):
    """The tree contains something that no Python source can express.

    The caller then tries a lower quality. Users never see this error.
    """


@dataclass(frozen=True)
class EmitSettings:
    """How a source is printed.

    Args:
        version: the Python version that compiles the source.
        indentation: the number of spaces for each level.
        line_length: longer lines are broken where brackets allow it.
        base_indent: the number of spaces before every line. Source that will be nested
            must be printed with its final indent, because docstrings cannot be moved.
        temp_prefix: the prefix of all temporaries; None chooses readable names.
        rename: maps long names of globals to short ones.
        text_annotations: annotations are constants that contain their source, as with
            ``from __future__ import annotations``.
        avoid: global names of the program, besides those that the source uses.
        object_of: returns the object that a constant stands for, by default the
            constant itself.
        dotted: print objects as their dotted names, for reading. The source does not
            import these names.
        standalone: define the names of objects above the source.
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
        """Whether f-strings may nest any quotes and backslashes (PEP 701)."""
        return self.version >= (3, 12)

    @property
    def strips_docstrings(self) -> bool:
        """Whether the compiler removes a docstring's common indentation."""
        return self.version >= (3, 13)

    @property
    def formats_constants(self) -> bool:
        """Whether the compiler turns ``'%s' % (a,)`` into an f-string."""
        return self.version >= (3, 11)

    @property
    def stars_in_index(self) -> bool:
        """Whether ``a[*b]`` is allowed (PEP 646)."""
        return self.version >= (3, 11)

    @property
    def stars_in_augmented(self) -> bool:
        """Whether ``a += b, *c`` is allowed."""
        return self.version >= (3, 9)

    @property
    def folds_text_annotations(self) -> bool:
        """Whether constants are folded before an annotation becomes a string."""
        return self.version < (3, 9)

    @property
    def exact_mixed_complex(self) -> bool:
        """Whether adding a real and an imaginary literal keeps signed zeros."""
        return self.version >= (3, 14)
