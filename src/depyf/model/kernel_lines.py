"""A generated module with the user's lines beside the calls of its kernels."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.source_places import remark

if TYPE_CHECKING:
    from depyf.model.events import Kernel
    from depyf.model.kernel_origins import Origin

# A call as a statement of one line: "  buf1 = extern_kernels.mm(a, b)", "  k.run(a)".
_LAUNCH = re.compile(r"^\s+(?:\w+ = )?(?P<kernel>[^\W\d][\w.]*?)(?:\.run)?\(.*\)$")
# Where it is made: "k = async_compile.triton('k', ...".
_MADE = re.compile(r"^(?P<kernel>[^\W\d]\w*) = async_compile\.")


def with_user_lines(module: Kernel, origins: Sequence[Origin]) -> str:
    """Return the module's text; only comments are added, so its lines stay its lines.

    Args:
        module: as Inductor wrote it.
        origins: of its kernels, several of one name in the order of their calls.
    """
    lines = module.text.split("\n")
    launches = _launches(lines)
    calls = Counter(kernel for _, kernel in launches)
    of_kernel: dict[str, list[Origin]] = {}
    for origin in origins:
        of_kernel.setdefault(origin.kernel, []).append(origin)
    seen: Counter[str] = Counter()
    for number, kernel in launches:
        known = of_kernel.get(kernel, [])
        if len(known) in (1, calls[kernel]):
            lines[number] += _comment(known[seen[kernel] if len(known) > 1 else 0])
        seen[kernel] += 1
    return "\n".join(lines)


def kernel_lines(text: str) -> dict[str, list[int]]:
    """Return the lines of each kernel, from 1: where it is made, where it is called."""
    lines = text.split("\n")
    found: dict[str, list[int]] = {}
    for number, line in enumerate(lines):
        made = _MADE.match(line)
        if made is not None:
            found.setdefault(made["kernel"], []).append(number + 1)
    for number, kernel in _launches(lines):
        found.setdefault(kernel, []).append(number + 1)
    return found


def lines_naming(text: str, kernel: str) -> list[int]:
    """Return the lines, from 1, that name a kernel: for modules whose calls are C++."""
    word = re.compile(rf"(?<!\w){re.escape(kernel)}(?!\w)")
    return [
        number
        for number, line in enumerate(text.split("\n"), 1)
        if word.search(line) is not None
    ]


def _launches(lines: Sequence[str]) -> list[tuple[int, str]]:
    return [
        (number, found["kernel"])
        for number, line in _python(lines)
        for found in [_LAUNCH.match(line)]
        if found is not None
    ]


def _python(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not the text of a kernel in another language."""
    inside = False
    for number, line in enumerate(lines):
        if not inside:
            yield number, line
        inside ^= line.count("'''") % 2 == 1


def _comment(origin: Origin) -> str:
    if not origin.places:
        return ""
    return f"  # {remark(origin.places)}{f' ({origin.doubt})' if origin.doubt else ''}"
