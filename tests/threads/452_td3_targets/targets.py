import torch
from torch import nn


def clipped_value(nets: nn.Module, obs: torch.Tensor) -> torch.Tensor:
    return nets.values(obs, nets.actor(obs)).amin(dim=0)


def bootstrap(nets: nn.Module, next_obs: torch.Tensor, done: torch.Tensor) -> torch.Tensor:
    """Value of the next state, zero where the episode has ended."""
    if not done.any():
        return clipped_value(nets, next_obs)
    alive = ~done
    value = torch.zeros(done.shape)
    value[alive] = clipped_value(nets, next_obs[alive])
    return value
