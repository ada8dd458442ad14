"""What is said of sizes, layouts and dtypes that differ, and the edit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from depyf.model.findings.conditions import fixed_by
from depyf.model.findings.dynamic import as_dynamic
from depyf.model.findings.finding import Expected
from depyf.model.findings.names import some_values
from depyf.model.findings.sentences import before_call, finding

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group, RuleResult


def small_sizes(group: Group) -> RuleResult:
    """Sizes 0 and 1, which torch always compiles on their own."""
    return Expected(
        group.name,
        f"`{group.first.source}` has size 0 or 1 in some calls: torch compiles these "
        "on their own",
        (group.frame.key,),
    )


def size_fixed(group: Group) -> RuleResult:
    """A size that a line of the function makes a constant."""
    line = fixed_by(group)
    sizes = [c.expected for c in group.causes] + [group.causes[-1].actual]
    text = f" `{line.text}`" if line is not None and line.text else ""
    advice = next(
        words for pattern, words in _FIXED if pattern.search(line.text if line else "")
    )
    return finding(
        group,
        f"needs an entry for each size of `{group.first.source}` "
        f"(dimension {group.first.index}: {some_values(sizes)}): its line{text} "
        "makes the size a constant",
        "",
        advice,
        where=line,
    )


def size_varies(group: Group) -> RuleResult:
    """A size that torch never made dynamic."""
    cause = group.first
    sizes = [one.expected for one in group.causes] + [group.causes[-1].actual]
    return finding(
        group,
        f"was compiled for each size of `{cause.source}` "
        f"(dimension {cause.index}: {some_values(sizes)})",
        *as_dynamic(group),
    )


def parameter_sizes(group: Group) -> RuleResult:
    """Parameters of several sizes: torch compiles these in."""
    return finding(
        group,
        f"is compiled for each size of `{group.first.source}`, whose sizes torch "
        "compiles in",
        "torch._dynamo.config.force_parameter_static_shapes = False",
        "before the first call; or compile one module for each size",
    )


def strides(group: Group) -> RuleResult:
    """Another layout in memory."""
    name = group.first.source
    return finding(
        group,
        f"needs an entry for each layout of `{name}` in memory (strides differ at "
        f"dimension {group.first.index})",
        f"{name} = {name}.contiguous()",
        before_call(group),
    )


def double_precision(group: Group) -> RuleResult:
    """Float64 beside float32: nearly always numpy's, and a mistake."""
    cause = group.first
    return finding(
        group,
        f"is compiled for `{cause.source}` in float32 and once more in float64, as "
        "numpy makes it",
        f"{cause.source} = {cause.source}.float()",
        before_call(group),
    )


# How a line makes a size a constant, and what keeps it a size.
_FIXED = (
    (
        re.compile(r"\bfor\b.*\brange\("),
        "torch unrolls this loop for each size: pad to few sizes before the call, or "
        "compile what the loop calls and not the loop",
    ),
    (
        re.compile(r"\bin\b|\[\w+\]\s*="),
        "a size that is looked up is a constant: make the value each time, or make one "
        "table in `__init__` and take `table[:size]`",
    ),
    (
        re.compile(r"\]\s*\*|\*\s*\[|\[.*\bfor\b.*\]"),
        "a list has a fixed length: make a tensor in its place, such as "
        "`x.new_full((size,), value)`",
    ),
    (
        re.compile(""),
        "keep the size a size there: tensor operations in place of `int()`, lists, "
        "keys and tests for equality",
    ),
)
