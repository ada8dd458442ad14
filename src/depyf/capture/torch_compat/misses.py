"""Running calls that fit no cache entry as plain Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Mapping

from torch._dynamo import convert_frame, eval_frame

if TYPE_CHECKING:
    from types import CodeType

    from depyf.capture.torch_compat.compiling import Restore

# --- no recompiling while stopped ---------------------------------------------------

MissReport = Callable[["CodeType", Mapping[str, object]], None]


def run_misses_eagerly(report: MissReport) -> Restore | None:
    """Have calls that no cache entry fits run as plain Python; tell `report` of each.

    Needs a stance callback and a return value that does not mark the code object as
    skipped for ever (2.7+); None without them.
    """
    from torch._dynamo import trace_rules
    from torch._dynamo import types as dynamo_types

    original = getattr(eval_frame, "_callback_from_stance", None)
    decision = skip_once()
    if original is None or decision is None:
        return None
    skip_for_ever = dynamo_types.ConvertFrameReturn
    has_tensor = getattr(convert_frame, "has_tensor_in_frame", lambda _frame: True)

    def callback_from_stance(callback: Any) -> Any:
        chosen = original(callback)
        if chosen is None or chosen is False:
            return chosen

        def miss(frame: Any, *_args: Any, **_kwargs: Any) -> Any:
            # What torch never compiles: the debugger's own functions among them.
            if trace_rules.check(frame.f_code) or not has_tensor(frame):
                return skip_for_ever()
            report(frame.f_code, frame.f_locals)
            return decision

        # Entries are compared by backend, which torch finds through these.
        miss._torchdynamo_orig_callable = callback  # type: ignore[attr-defined]
        miss._torchdynamo_orig_backend = callback  # type: ignore[attr-defined]
        return miss

    eval_frame._callback_from_stance = callback_from_stance

    def restore() -> None:
        eval_frame._callback_from_stance = original

    return restore


def skip_once() -> object | None:
    """Return what makes torch run one call as plain Python and compile later ones."""
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
