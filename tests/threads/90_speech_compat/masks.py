import functools
import warnings

import torch


def length_mask(lengths, size):
    """True inside the utterance."""
    return torch.arange(size)[None] < lengths[:, None]


def deprecated(replacement):
    def wrap(fn):
        @functools.wraps(fn)
        def old(*args, **kwargs):
            warnings.warn(f"{fn.__name__} is deprecated, use {replacement}", FutureWarning)
            return fn(*args, **kwargs)

        return old

    return wrap


@deprecated("length_mask")
def make_pad_mask(lengths, size):
    """True in the padding."""
    return ~length_mask(lengths, size)


def mean_over_time(x, keep):
    keep = keep[..., None].to(x.dtype)
    return (x * keep).sum(1) / keep.sum(1)
