import inspect
from functools import partial


def unwrap_partial(fn):
    while isinstance(fn, partial):
        fn = fn.func
    return fn


def param_in_hook_signature(hook, param, min_args=None):
    hook = unwrap_partial(hook)
    if hasattr(hook, "__wrapped__"):
        hook = hook.__wrapped__
    args = inspect.getfullargspec(hook).args[1:]
    return param in args or (min_args is not None and len(args) >= min_args)
