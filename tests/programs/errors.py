"""Exceptions of the program, of its backend and of its threads; warnings as errors."""
import sys
import threading
import warnings

import torch
import torch._dynamo


def told(work):
    try:
        print(work())
    except BaseException as error:
        print(type(error).__name__, str(error).splitlines()[:1])


def failing(kind):
    def backend(gm, inputs):
        raise kind("from the backend")

    return backend


def late(kind):
    def backend(gm, inputs):
        def run(*args):
            raise kind("while running")

        return run

    return backend


def f(x):
    y = x.sin()
    torch._dynamo.graph_break()
    return y + 1


for kind in (ValueError, KeyboardInterrupt, SystemExit, MemoryError, RecursionError):
    torch._dynamo.reset()
    told(lambda: torch.compile(f, backend=failing(kind))(torch.ones(2)))
    told(lambda: torch.compile(f, backend=late(kind))(torch.ones(2)))
told(lambda: torch.compile(f, backend="eager")(torch.ones(2)).tolist())
torch._dynamo.reset()
with torch._dynamo.config.patch(suppress_errors=True):
    import logging

    logging.getLogger("torch._dynamo").setLevel(logging.CRITICAL)
    told(lambda: torch.compile(f, backend=failing(ValueError))(torch.ones(2)).tolist())
torch._dynamo.reset()


@torch.compile(backend="eager")
def handled(x, n):
    try:
        y = x + 1
        torch._dynamo.graph_break()
        if n == 1:
            raise KeyError("mine")
        return y / n
    except KeyError as error:
        return error.args
    finally:
        print("finally", type(n))


told(lambda: handled(torch.ones(2), 1))
told(lambda: handled(torch.ones(2), 2).tolist())
told(lambda: handled(torch.ones(2), "no"))


@torch.compile(backend="eager")
def deep(x, n):
    torch._dynamo.graph_break()
    return deep(x, n - 1) if n else x.sum().item()


told(lambda: deep(torch.ones(2), 5))


def in_thread():
    told(lambda: torch.compile(f, backend=failing(ValueError))(torch.ones(2)))


thread = threading.Thread(target=in_thread)
thread.start()
thread.join()
with warnings.catch_warnings():
    warnings.simplefilter("error")

    @torch.compile(backend="eager")
    def warned(x):
        y = x + 1
        warnings.warn("mine")
        return y

    told(lambda: warned(torch.ones(2)).tolist())
print("traceback follows", file=sys.stderr)
torch.compile(handled, backend="eager")(torch.ones(2), object())
