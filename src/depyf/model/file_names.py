"""Build the names of files in a dump directory, which users and programs rely on.

A function's name may be ``<lambda>``, have non-ASCII letters, or be very long.
`safe_name` makes it valid in a file name on every file system.  It is then also valid
in an identifier, because a transformed file defines a function named like the file.
"""

from __future__ import annotations

import hashlib
import re

from depyf.regexes import regex

INDEX = "index.md"
REPORT = "index.html"
SUMMARY = "summary.json"
SEQUENCE = "sequence.json"
JOURNAL = "journal.jsonl"
# The files that `depyf cure` writes beside the folders of its runs.
CURE_PATCH, CURE_FIGURES, CURE_PAGE = "cure.patch", "cure.json", "cure.md"
CURE_RUNS = "runs"
FLOW = "flow"  # the flow chart; the suffix of the file tells the format
_MAX_NAME = 120  # leaves room for prefix and stage below the usual limit of 255
# The names that torch and depyf give to graphs.
_GRAPH = regex(r"(?:__compiled_fn_|compilation_)\w+|unattributed\w*", flags=re.ASCII)
_KERNEL = regex(r"\.kernel_[0-9]+\.py$")
_PLAIN = regex(r"[A-Za-z0-9_]")


def safe_name(co_name: str) -> str:
    """Return `co_name` as ASCII letters, digits and underscores, never empty.

    >>> safe_name("forward"), safe_name("<lambda>"), safe_name("größe")
    ('forward', 'lambda', 'gr_u00f6_u00dfe')
    """
    bare = co_name.strip("<>") if co_name.startswith("<") else co_name
    name = "".join(
        char if _PLAIN.match(char) else f"_u{ord(char):04x}" if char > "~" else "_"
        for char in bare[: _MAX_NAME + 1]
    )
    if len(name) > _MAX_NAME:
        digest = hashlib.sha256(co_name.encode("utf-8", "surrogatepass")).hexdigest()
        name = f"{name[:_MAX_NAME]}_{digest[:8]}"
    return name or "function"


def counting_key(co_name: str) -> str:
    """Return the key of the counter that numbers functions of this name.

    Some file systems do not distinguish ``F`` and ``f``.  Such names share a counter,
    so that two entries never get the same file.
    """
    return safe_name(co_name).lower()


def transformed_stem(co_name: str, index: int) -> str:
    """Return the stem of a transformed file, which is also its function's name."""
    return f"__transformed_code_{index}_for_{safe_name(co_name)}"


def transformed_file(co_name: str, index: int) -> str:
    """Return the name of the file that holds the code of one cache entry."""
    return f"{transformed_stem(co_name, index)}.py"


def full_code_file(co_name: str, index: int) -> str:
    """Return the name of the ``full_code`` file of one function."""
    return f"full_code_for_{safe_name(co_name)}_{index}.py"


def flow_stem(co_name: str, index: int) -> str:
    """Return the stem of the file with the flow chart of one function.

    >>> flow_stem("forward", 0)
    'flow_for_forward_0'
    """
    return f"{FLOW}_for_{safe_name(co_name)}_{index}"


def graph_file(prefix: str, stage: str, index: int) -> str:
    """Return the name of the file of one graph at one stage.

    >>> graph_file("__compiled_fn_1", "Forward_graph", 0)
    '__compiled_fn_1.Forward_graph.0.py'
    """
    stage = re.sub(r"[^\w.\-]+", "_", stage, flags=re.ASCII)[:_MAX_NAME] or "graph"
    return f"{_prefix(prefix)}.{stage}.{index}.py"


def kernel_file(prefix: str, index: int) -> str:
    """Return the name of the file of Inductor's output code for one graph."""
    return f"{_prefix(prefix)}.kernel_{index}.py"


def is_kernel_file(name: str) -> bool:
    """Return whether a file of a dump has Inductor's output code.

    >>> is_kernel_file("__compiled_fn_1.kernel_0.py")
    True
    """
    return bool(_KERNEL.search(name))


def _prefix(name: str) -> str:
    """Return the start of the file names of a graph.

    The name of the graph comes from a journal, where it may be damaged.
    """
    if len(name) <= _MAX_NAME and _GRAPH.fullmatch(name):
        return name
    return f"unattributed_{safe_name(name)}"
