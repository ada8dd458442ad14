"""Warmups, as functions of a count."""
import torch

ROUNDS = 8


def cosine(count):
    return 0.5 - 0.5 * torch.cos(torch.pi * torch.as_tensor(count / ROUNDS))


def ramp(count):
    """From a half to one."""
    return 0.5 + 0.5 * min(count, ROUNDS) / ROUNDS
