"""Report each tensor that a call of torch's API returns to the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

if TYPE_CHECKING:
    import torch

    from depyf.capture.torch_compat.compiling import Restore


def tell_of_tensors(tell: Callable[[torch.Tensor, object], None]) -> Restore:
    """Call a function with each tensor that a call of torch's API returns.

    A mode of functions and not of operators: it sees the objects that the program gets,
    with gradients and after autocast.

    Args:
        tell: takes the tensor and the first argument of the call. It may look at them,
            by `asked_of`, but not compute.

    Returns:
        What takes the mode away again.
    """
    import torch
    from torch.overrides import TorchFunctionMode

    class _Telling(TorchFunctionMode):  # type: ignore[misc]  # torch has no types
        def __torch_function__(
            self,
            func: Callable[..., Any],
            types: object,
            args: tuple[Any, ...] = (),
            kwargs: dict[str, Any] | None = None,
        ) -> Any:
            del types
            result = func(*args, **(kwargs or {}))
            # `x.requires_grad = True` and the like return nothing and change `x`.
            changed = args[:1] if result is None else result
            parts = changed if isinstance(changed, (tuple, list)) else (changed,)
            for one in parts:
                if isinstance(one, torch.Tensor):
                    with torch._C.DisableTorchFunction():
                        tell(one, args[0] if args else None)
            return result

    mode = _Telling()
    mode.__enter__()
    return lambda: mode.__exit__(None, None, None)


def asked_of(value: object) -> dict[str, str] | None:
    """Return the properties of a tensor that guards check; None for other objects."""
    import torch

    if not isinstance(value, torch.Tensor):
        return None
    with torch._C.DisableTorchFunction():
        strided = value.layout is torch.strided
        return {
            "dtype": str(value.dtype).replace("torch.", ""),
            "shape": str(list(value.shape)),
            "stride": str(list(value.stride())) if strided else str(value.layout),
            "requires_grad": f"requires_grad={value.requires_grad}",
            "device": str(value.device),
            "type": type(value).__name__,
        }
