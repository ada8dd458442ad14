"""Attention biases as small callables of (scores, query index, key index)."""
import torch


def causal(scores, q, k):
    return scores.masked_fill(k > q, float("-inf"))


def alibi(scores, q, k, slope):
    return causal(scores - slope * (q - k), q, k)


def bound(fn, **fixed):
    """`fn` with parameters fixed, and with a repr for the request log."""

    class Bound:
        def __call__(self, scores, q, k):
            return fn(scores, q, k, **fixed)

        def __repr__(self):
            return f"{fn.__name__}({fixed})"

    return Bound()


def make_bias(name, slope):
    if name == "causal":
        return causal
    if name == "alibi":
        return bound(alibi, slope=slope)
    raise ValueError(name)
