"""Differences between versions of torch, in one place."""
import torch

TORCH = torch.__version__.split("+")[0]


def has_compile():
    return hasattr(torch, "compile")


def fragile(fn):
    """Keep a function out of compiled graphs where torch could not trace it yet."""
    if has_compile() and TORCH < "2.6":
        return torch.compiler.disable(fn)
    return fn


def rms_norm(x, weight):
    if hasattr(torch.nn.functional, "rms_norm"):
        return torch.nn.functional.rms_norm(x, weight.shape, weight)
    return x * x.pow(2).mean(-1, keepdim=True).rsqrt() * weight
