"""What `depyf.check` advises: a line for each kind of failed guard.

A finding knows the whole run, so it can write the edit out; a call that was only asked
about has one guard that does not hold, whose kind decides what there is to say.  Both
have to say the same: what a rule of `model.findings.recompiles` advises in words of its
own is taken from here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from depyf.torch_text.guard_kinds import GuardKind
from depyf.torch_text.guards import read_guard

SET_ONCE = "set it once, before the first call"
UNROLLED = (
    "torch unrolls this loop for each value: call it with few values, or compile what "
    "the loop calls and not the loop"
)
SMALL_SIZES = (
    "torch always compiles the sizes 0 and 1 on their own: this is the price of one "
    "such call"
)
_OTHER_LENGTH = (
    "a container has another number of items; each length needs an entry of its own, "
    "as loops over it are unrolled"
)
_COMPILED_IN = "a Python value is compiled in; each value needs an entry of its own"


class Advice(NamedTuple):
    """A row: what to change where a guard of this kind fails.

    Attributes:
        kind: of the guard.
        words: the advice.
        text: pattern of torch's words; the row is for those that it is found in.
        line: pattern of the user's line that needs the value, in the same way.
    """

    kind: GuardKind
    words: str
    text: str = ""
    line: str = ""


def advice_on(guard: str, line: str = "") -> str:
    """Return what a user can change where a guard fails, empty if unknown.

    >>> advice_on("tensor 'x' dtype mismatch. expected Float, actual Double")
    'each dtype needs an entry of its own; convert before the call'

    Args:
        guard: the guard as torch writes it, or torch's words for how it failed.
        line: the text of the user's line that needs the value.
    """
    failed = read_guard(guard)
    text, kind = failed.expression, failed.asks.kind
    for row in ADVICE:
        is_text = row.kind == kind and re.search(row.text, text)
        if is_text and re.search(row.line, line):
            return row.words
    return ""


# The first row that fits gives the advice.
ADVICE: tuple[Advice, ...] = (
    Advice(
        GuardKind.RACE,
        "its guards hold by now: another thread compiled the same function at the same "
        "time, or a value changed meanwhile; call it once before threads start",
    ),
    Advice(
        GuardKind.SIZE,
        "parameters or buffers have another size, and torch compiles their sizes in; "
        "use one module for each size, or set "
        "`torch._dynamo.config.force_parameter_static_shapes = False`",
        text=r"(?:_parameters|_buffers)\[",
    ),
    Advice(
        GuardKind.SIZE,
        SMALL_SIZES,
        text=r"expected (?:[01], actual|\d+, actual [01]$)",
    ),
    Advice(
        GuardKind.SIZE,
        "sizes vary; mark the dimension with `torch._dynamo.mark_dynamic` before the "
        "first call, or compile with `dynamic=True`, to have one entry for all sizes",
    ),
    Advice(
        GuardKind.STRIDE,
        "the tensor lies in memory in another order; call `.contiguous()` on it before "
        "the call, so that one entry fits all",
    ),
    Advice(
        GuardKind.RANK,
        "tensors with another number of dimensions need an entry of their own; bring "
        "them to one form (`unsqueeze`, `view`) before the call",
    ),
    Advice(
        GuardKind.DTYPE,
        "each dtype needs an entry of its own; convert before the call",
    ),
    Advice(
        GuardKind.DEVICE,
        "each device needs an entry of its own; move tensors before the call",
    ),
    *(
        Advice(
            kind,
            "tensors come with and without gradients (or from `torch.inference_mode`); "
            "each kind needs an entry of its own; `detach()` before the call if "
            "gradients are not wanted",
        )
        for kind in (GuardKind.REQUIRES_GRAD, GuardKind.INFERENCE)
    ),
    Advice(
        GuardKind.LAYOUT,
        "dense and sparse (or quantized, nested) tensors need an entry of their own; "
        "convert before the call (`to_dense()`), so that one entry fits all",
    ),
    Advice(
        GuardKind.DISPATCH_KEYS,
        "tensors come in several kinds (conjugated, of a subclass, in a transform); "
        "each needs an entry of its own; make them plain before the call "
        "(`resolve_conj()`, `clone()`), if results allow",
    ),
    Advice(
        GuardKind.GRAD_MODE,
        "it is called with gradients on and off, and each needs an entry of its own; "
        "call it always inside, or always outside, of `torch.no_grad()`",
    ),
    Advice(
        GuardKind.BACKEND,
        "the function is compiled with another backend, or with another object of the "
        "same; make the backend once, and call `torch.compile` once for the function",
    ),
    Advice(
        GuardKind.SETTING,
        f"a global setting of torch changed between the calls; {SET_ONCE}",
    ),
    Advice(
        GuardKind.TYPE,
        "objects of several types are passed, and each type needs an entry of its own",
    ),
    Advice(
        GuardKind.ALIAS,
        "the same tensor is passed for two arguments, or no longer is; pass tensors "
        "of their own (`clone()`), or the same ones always",
    ),
    Advice(
        GuardKind.NONE,
        "an argument or attribute is None in some calls and not in others; each needs "
        "an entry of its own",
    ),
    Advice(
        GuardKind.KEY,
        "a key or member is there in some calls and not in others; each needs an entry "
        "of its own",
    ),
    Advice(
        GuardKind.DICT_KEYS,
        "a dict has other keys, and each set of keys needs an entry of its own; hand "
        "in its values as a list, or the same keys in all calls",
    ),
    Advice(
        GuardKind.OBJECT,
        "another object than the one it was compiled for is met: each has an entry of "
        "its own; if they are more than a few, create it once and use the same one",
    ),
    Advice(
        GuardKind.LENGTH,
        "a container is empty in some calls and filled in others; each needs an entry "
        "of its own",
        text="^not ",
    ),
    Advice(GuardKind.LENGTH, _OTHER_LENGTH),
    Advice(
        GuardKind.FLAG,
        "the module is used in training and in evaluation mode; each needs an entry",
        text=r"\.training\b",
    ),
    Advice(GuardKind.FLAG, _COMPILED_IN),
    Advice(GuardKind.TEXT, _COMPILED_IN),
    Advice(GuardKind.NUMBER, UNROLLED, line=r"\brange\("),
    Advice(
        GuardKind.NUMBER,
        "the value of a Python number is compiled in: make it a tensor "
        "(`torch.tensor`, in a module a buffer), if it changes from call to call",
    ),
    Advice(GuardKind.CONDITION, _OTHER_LENGTH, text=r"\blen\("),
    Advice(GuardKind.CONDITION, SMALL_SIZES, text=r"^2 <= [^<>=]+$|^[^<>=]+ >= 2$"),
    Advice(
        GuardKind.CONDITION,
        "the line named here decides by a size; what it decides is compiled in",
        text=r"size\(\)\[|\bEq\(|\bNe\(|\bMod\(|\bs\d+\b",
    ),
    Advice(
        GuardKind.OTHER,
        "each dtype, device or layout needs an entry of its own; pass the same one, or "
        "convert before the call",
        text=r"== torch\.\w+",
    ),
)
