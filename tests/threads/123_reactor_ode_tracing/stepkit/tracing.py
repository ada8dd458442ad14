import functools
import logging

log = logging.getLogger("stepkit")


def quiet(fn):
    """Only marks the function as part of the public surface."""
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        return fn(*args, **kwargs)
    return inner


def traced(label):
    def wrap(fn):
        @functools.wraps(fn)
        def inner(*args, **kwargs):
            log.debug("%s: enter %s", label, fn.__name__)
            return fn(*args, **kwargs)
        return inner
    return wrap
