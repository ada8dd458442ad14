"""Run calls that fit no entry as plain Python, and let Dynamo skip debuggers."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, NamedTuple

import torch
from torch._dynamo import convert_frame, eval_frame, trace_rules

from depyf.capture.torch_compat.compiling import OWN_FOLDER, outside_dynamo
from depyf.capture.torch_compat.entries import cache_entries

if TYPE_CHECKING:
    from types import CodeType

    from depyf.capture.torch_compat.compiling import Restore

# --- no recompiling while debugging -------------------------------------------------


class Missed(NamedTuple):
    """A call that no cache entry fits.

    Attributes:
        code: the code of the function.
        arguments: the arguments of the call, by name.
        namespace: the globals of the function.
    """

    code: CodeType
    arguments: Mapping[str, object]
    namespace: Mapping[str, object]


MissReport = Callable[[Missed], None]
# The files of torch that call the user's functions and modules.
_TORCH = str(PurePath(torch.__file__).parent)
_CALLERS = ("eval_frame.py", "module.py", "external_utils.py", "checkpoint.py")


def run_misses_eagerly(report: MissReport) -> Restore | None:
    """Let calls that fit no entry run as plain Python; `report` gets each of them.

    In 2.2-2.6 calls are not reported: there, only switching the compiler off makes a
    single call run as plain Python.
    """
    decision = skip_once()
    replacements: dict[str, Callable[[Any], Any]] = {
        "set_fullgraph_compiled_frame_count": _never_none_compiled
    }
    if not hasattr(eval_frame, "_callback_from_stance"):
        replacements["set_eval_frame"] = _without_compiler
    elif decision is None:
        replacements["_callback_from_stance"] = _without_compiler_by_stance
    else:
        replacements["_callback_from_stance"] = lambda original: _asking_first(
            original, decision, report
        )
    originals = {
        name: getattr(eval_frame, name)
        for name in replacements
        if hasattr(eval_frame, name)
    }
    for name, original in originals.items():
        setattr(eval_frame, name, replacements[name](original))

    def restore() -> None:
        for name, original in originals.items():
            setattr(eval_frame, name, original)

    return restore


def _never_none_compiled(original: Any) -> Any:
    """Keep torch from raising because a ``fullgraph=True`` call compiled nothing."""

    def set_count(number: int) -> int:
        before: int = original(number)
        return 1 if before == 0 and number < 0 else before

    return set_count


def _without_compiler(original: Any) -> Any:
    return lambda callback: original(False if callable(callback) else callback)


def _without_compiler_by_stance(original: Any) -> Any:
    def callback_from_stance(callback: Any) -> Any:
        chosen = original(callback)
        return False if callable(chosen) else chosen

    return callback_from_stance


def _asking_first(original: Any, decision: object, report: MissReport) -> Any:
    from torch._dynamo import types as dynamo_types

    skip_for_ever = dynamo_types.ConvertFrameReturn
    has_tensor = getattr(convert_frame, "has_tensor_in_frame", lambda _frame: True)
    tell = outside_dynamo(report)

    def callback_from_stance(callback: Any) -> Any:
        chosen = original(callback)
        if chosen is None or chosen is False:
            return chosen

        def miss(frame: Any, *_args: Any, **_kwargs: Any) -> Any:
            code = frame.f_code
            if not cache_entries(code):
                # Torch never compiles these.
                if trace_rules.check(code) or not has_tensor(frame):
                    return skip_for_ever()
                if not _is_asked_for(sys._getframe(1).f_code, code):
                    return decision
            tell(Missed(code, frame.f_locals, frame.f_globals))
            return decision

        # Torch reads the backend, by which entries are compared, from these attributes.
        miss._torchdynamo_orig_callable = callback  # type: ignore[attr-defined]
        miss._torchdynamo_orig_backend = callback  # type: ignore[attr-defined]
        return miss

    return callback_from_stance


def _is_asked_for(caller: CodeType, called: CodeType) -> bool:
    """Return whether the program made this call, not a debugger or torch itself.

    Code typed at a debugger's prompt runs as a module without a file, inside a compiled
    call. To print a tensor, torch calls generated functions and functions of its own.
    """
    if called.co_filename == "<string>":
        return False
    if caller.co_filename.startswith(_TORCH):
        return caller.co_filename.endswith(_CALLERS)
    return not any(
        code.co_filename.startswith("<") and code.co_name == "<module>"
        for code in (caller, called)
    )


def skip_once() -> object | None:
    """Return a value that makes torch run one call as plain Python, if possible."""
    from torch._dynamo import types as dynamo_types

    result = getattr(dynamo_types, "ConvertFrameReturn", None)
    strategy = getattr(dynamo_types, "FrameExecStrategy", None)
    action = getattr(dynamo_types, "FrameAction", None)
    if result is None or strategy is None or action is None:
        return None
    try:
        made: object = result(
            frame_exec_strategy=strategy(action.SKIP, action.SKIP),
            apply_to_code=False,
        )
    except TypeError:
        return None
    return made


# --- debuggers and depyf itself -----------------------------------------------------

# While a compiled call is stopped, debuggers call functions with tensors as arguments,
# which torch would compile.
_DEBUGGERS = (
    "IPython", "_pydev_bundle", "_pydevd_bundle", "_pydevd_frame_eval",
    "_pydevd_sys_monitoring", "debugpy", "ipdb", "pudb", "pydevd",
    "pydevd_file_utils", "pydevd_plugins", "remote_pdb", "rpdb", "wdb", "web_pdb",
)  # fmt: skip
# These may be imported at any time, such as by `breakpoint()`.
_STANDARD_DEBUGGERS = ("bdb", "cmd", "code", "pdb", "reprlib")


def leave_tools_alone() -> Restore | None:
    """Let Dynamo skip debuggers and depyf, as it skips torch's code (2.2-2.15).

    A compiled function may call functions of depyf, such as `annotate`.
    """
    rules = sys.modules.get("torch._dynamo.skipfiles", trace_rules)  # up to 2.2
    folders = getattr(rules, "SKIP_DIRS", None)
    rebuild = getattr(rules, "_recompile_re", None)
    if not isinstance(folders, list) or rebuild is None:
        return None
    wanted = [OWN_FOLDER.replace(os.sep, "/"), *_places_of_debuggers()]
    added = [place for place in wanted if place not in folders]
    folders += added
    rebuild()

    def restore() -> None:
        folders[:] = [place for place in folders if place not in added]
        rebuild()

    return restore


def _places_of_debuggers() -> Iterator[str]:
    """Yield the files of debugger modules, and the folders of debugger packages."""
    loaded = [sys.modules.get(name) for name in _DEBUGGERS]
    specs = [getattr(module, "__spec__", None) for module in loaded]
    specs += [importlib.util.find_spec(name) for name in _STANDARD_DEBUGGERS]
    for spec in specs:
        origin = getattr(spec, "origin", None)
        if origin:
            path = PurePath(origin)
            is_package = path.name == "__init__.py"
            yield f"{path.parent.as_posix()}/" if is_package else path.as_posix()
