"""Watch the tensors that calls of torch's API return to the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

if TYPE_CHECKING:
    import torch

    from depyf.capture.torch_compat.compiling import Restore


def tell_of_tensors(tell: Callable[[torch.Tensor, object], None]) -> Restore:
    """Call `tell` with each tensor that a call of torch's API returns.

    A function mode does this, not a dispatch mode: it gets the objects that the program
    gets, with gradients and after autocast.

    Args:
        tell: gets the tensor and the first argument of the call. It may read their
            properties, as `asked_of` does, but must not compute with them.

    Returns:
        A function that removes the mode.
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
            # Operations such as `x.requires_grad = True` return None and change `x`.
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
    """Return the properties of a tensor that guards check; None if it is no tensor."""
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
