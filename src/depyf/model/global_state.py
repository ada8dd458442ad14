"""torch's settings that an entry was made under, from what stands behind the guard.

torch guards all of them with one look, and prints what it compares them with as JSON:
``___check_global_state()`` against ``{"grad_mode": true, ...}``.
"""

from __future__ import annotations

import json
from typing import Iterator, Mapping

GUARD = "___check_global_state()"
FUNCTION = "global_state_is("

_AGAINST = "against "
# at::autocast::_AUTOCAST_SUPPORTED_DEVICES, in its order.
_DEVICES = (
    "cpu",
    "cuda",
    "mtia",
    "maia",
    "xpu",
    "ipu",
    "hpu",
    "xla",
    "privateuse1",
    "mps",
)
# c10::ScalarType; these, and float32, are what `torch.set_default_dtype` takes.
_DTYPES = {5: "torch.float16", 7: "torch.float64", 15: "torch.bfloat16"}
_FLOAT32 = 6
_ALWAYS = ("grad_mode", "num_threads")
_USUALLY_ON = ("torch_function",)
_TOLD_APART = ("autocast_state", "default_dtype", *_ALWAYS)


def global_state(remark: str) -> str:
    """Return the settings as keyword arguments; empty where torch does not print them.

    Those that programs change are named always, the rest where they are unusual.

    >>> global_state('against {"grad_mode":true,"num_threads":2,"torch_function":true}')
    'grad_mode=True, num_threads=2'
    """
    if not remark.startswith(_AGAINST):
        return ""
    try:
        found = json.loads(remark[len(_AGAINST) :])
    except ValueError:
        return ""
    return ", ".join(_words(found)) if isinstance(found, dict) else ""


def _words(found: Mapping[str, object]) -> Iterator[str]:
    yield from (f"{name}={found[name]!r}" for name in _ALWAYS if name in found)
    autocast = found.get("autocast_state")
    enabled = autocast.get("enabled") if isinstance(autocast, dict) else None
    devices = [
        _DEVICES[number] if number < len(_DEVICES) else str(number)
        for number, is_on in enumerate(enabled if isinstance(enabled, list) else ())
        if is_on
    ]
    if devices:
        yield f"autocast={devices!r}"
    dtype = found.get("default_dtype", _FLOAT32)
    if isinstance(dtype, int) and dtype != _FLOAT32:
        yield f"default_dtype={_DTYPES.get(dtype, dtype)}"
    for name, value in found.items():
        if name not in _TOLD_APART and bool(value) != (name in _USUALLY_ON):
            yield f"{name}={value!r}"
