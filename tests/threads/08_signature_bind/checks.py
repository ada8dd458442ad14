import functools
import inspect


def checked(ndim):
    """Checks that the argument `x`, however it is passed, has so many dimensions."""

    def decorate(fn):
        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            bound = inspect.signature(fn).bind(*args, **kwargs)
            bound.apply_defaults()
            x = bound.arguments["x"]
            if x.ndim != ndim:
                raise ValueError(f"{fn.__name__} wants {ndim} dimensions, got {x.ndim}")
            return fn(*bound.args, **bound.kwargs)

        return wrapper

    return decorate
