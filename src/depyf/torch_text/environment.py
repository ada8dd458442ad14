"""Read guards on state of the process: environment variables, settings of torch."""

from __future__ import annotations

_ITEM = "environ._data[b"  # of `os.environ`
FUNCTION_MODES = "function_mode_stack"
# Words in guards on state of torch, and what has an entry for each of its kinds.
_STATES = {
    FUNCTION_MODES: "combination of function modes, such as `with torch.device(...)`",
    "CURRENT_DEVICE": "default device of torch",
    "saved_tensors_hooks": "pair of hooks for saved tensors",
}


MODE = "the function mode"
_GET_MODE = "___get_torch_function_mode_stack_at("


def mode_path(path: str) -> str | None:
    """Return the path from a `TorchFunctionMode` that is active; None for others.

    >>> mode_path("___get_torch_function_mode_stack_at(0).calls"), mode_path("x.calls")
    ('.calls', None)
    """
    return path.partition(")")[2] if path.startswith(_GET_MODE) else None


def variable_of(text: str) -> str:
    """Return the environment variable that a guard checks; empty if it checks none.

    >>> variable_of("G['os'].environ._data[b'HOME'] == b'/root'")
    'HOME'
    """
    _, found, rest = text.partition(_ITEM)
    if not found or not rest:
        return ""
    name, closed, _ = rest[1:].partition(rest[0])
    return name if closed else ""


def setting_kind(text: str) -> str:
    """Return in words what a guard on torch's state has an entry for each of.

    >>> setting_kind("GLOBAL_STATE changed: num_threads")
    "value of torch's setting `num_threads`"
    >>> setting_kind("utils_device.CURRENT_DEVICE == None")
    'default device of torch'
    """
    known = (words for key, words in _STATES.items() if key in text)
    return next(known, f"value of torch's setting `{setting_name(text)}`")


def setting_name(text: str) -> str:
    """Return the name of a setting of torch, from a guard on torch's state.

    >>> setting_name("GLOBAL_STATE changed: num_threads")
    'num_threads'
    >>> setting_name("GLOBAL_STATE changed: a a_warn_only")  # of one call
    'a` and `a_warn_only'
    """
    _, separator, names = text.rpartition(": ")
    return "` and `".join(names.split()) if separator else text
