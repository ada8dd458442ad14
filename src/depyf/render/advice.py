"""What to change where a function was compiled again: from torch's reason to words."""

from __future__ import annotations

import re

# The first row whose pattern is found in the reason gives the advice.
_ADVICE: tuple[tuple[str, str], ...] = (
    (
        r"^Unexpected recompilation",
        "its guards hold by now: another thread compiled the same function at the same "
        "time, or a value changed meanwhile; call it once before threads start",
    ),
    (
        r"(?:_parameters|_buffers)\[.*size mismatch",
        "parameters or buffers have another size, and torch compiles their sizes in; "
        "use one module for each size, or set "
        "`torch._dynamo.config.force_parameter_static_shapes = False`",
    ),
    (
        r"size mismatch at index \d+\. expected (?:[01], actual|\d+, actual [01]$)",
        "torch always compiles the sizes 0 and 1 on their own: this is the price of "
        "one such call",
    ),
    (
        r"stride mismatch at index \d+",
        "the tensor lies in memory in another order; call `.contiguous()` on it before "
        "the call, so that one entry fits all",
    ),
    (
        r"size mismatch at index \d+",
        "sizes vary; mark the dimension with `torch._dynamo.mark_dynamic` before the "
        "first call, or compile with `dynamic=True`, to have one entry for all sizes",
    ),
    (
        r"rank mismatch",
        "tensors with another number of dimensions need an entry of their own; bring "
        "them to one form (`unsqueeze`, `view`) before the call",
    ),
    (
        r"dtype mismatch",
        "each dtype needs an entry of its own; convert before the call",
    ),
    (
        r"device (?:index )?mismatch",
        "each device needs an entry of its own; move tensors before the call",
    ),
    (
        r"requires_grad mismatch|dispatch key set mismatch",
        "tensors come with and without gradients (or from `torch.inference_mode`); "
        "each kind needs an entry of its own; `detach()` before the call if gradients "
        "are not wanted",
    ),
    (
        r"grad_mode|inference_mode",
        "it is called with gradients on and off, and each needs an entry of its own; "
        "call it always inside, or always outside, of `torch.no_grad()`",
    ),
    (
        r"GLOBAL_STATE|___check_global_state",
        "a global setting of torch changed between the calls; set it once, before the "
        "first call",
    ),
    (
        r"___check_type_id|^type\(|__class__|expected type",
        "objects of several types are passed, and each type needs an entry of its own",
    ),
    (
        r"Duplicate tensors found",
        "the same tensor is passed for two arguments, or no longer is; pass tensors "
        "of their own (`clone()`), or the same ones always",
    ),
    (
        r" is None\b| is not None\b|== None\b",
        "an argument or attribute is None in some calls and not in others; each needs "
        "an entry of its own",
    ),
    (
        r"set\.__contains__|___dict_contains",
        "a key or member is there in some calls and not in others; each needs an entry "
        "of its own",
    ),
    (
        r"^not ",
        "a container is empty in some calls and filled in others; each needs an entry "
        "of its own",
    ),
    (
        r"== torch\.\w+",
        "each dtype, device or layout needs an entry of its own; pass the same one, or "
        "convert before the call",
    ),
    (
        r"___check_obj_id|^id\(| is not? ",
        "another object than the one it was compiled for is met: each has an entry of "
        "its own; if they are more than a few, create it once and use the same one",
    ),
    (
        r"^len\(|\blen\(|DICT_LENGTH|LENGTH",
        "a container has another number of items; each length needs an entry of its "
        "own, as loops over it are unrolled",
    ),
    (
        r"\.training\b",
        "the module is used in training and in evaluation mode; each needs an entry",
    ),
    (
        r"^2 <= [^<>=]+$|^[^<>=]+ >= 2$",
        "torch always compiles the sizes 0 and 1 on their own: this is the price of "
        "one such call",
    ),
    (
        r"size\(\)\[|\bEq\(|\bNe\(|\bMod\(|\bs\d+\b",
        "the line named here decides by a size; what it decides is compiled in",
    ),
    (
        r"== -?\d+(?:\.\d+)?(?:e[+-]?\d+)?$",
        "the value of a Python number is compiled in: make it an argument, which torch "
        "makes dynamic, or a tensor, if it changes from call to call",
    ),
    (
        r"== ['\"]|== (?:True|False|None)\b",
        "a Python value is compiled in; each value needs an entry of its own",
    ),
)


def recompile_advice(reason: str) -> str:
    """Return what a user can change to avoid this recompile, empty if unknown.

    >>> recompile_advice("tensor 'x' dtype mismatch. expected Float, actual Double")
    'each dtype needs an entry of its own; convert before the call'
    """
    for pattern, advice in _ADVICE:
        if re.search(pattern, reason):
            return advice
    return ""
