from typing import NamedTuple

import torch


class Layout(NamedTuple):
    positions: torch.Tensor
    packed: bool


def is_packed(positions):
    if positions.shape[0] != 1:
        return False
    straight = torch.arange(positions.shape[1]) + positions.min()
    return (straight - positions).abs().sum().bool()


def describe(positions):
    return Layout(positions, is_packed(positions))


def causal_mask(size):
    return torch.ones(size, size, dtype=torch.bool).tril()


def document_mask(positions):
    document = (positions == 0).cumsum(-1)
    return (document[:, None, :, None] == document[:, None, None, :]) & causal_mask(positions.shape[1])
