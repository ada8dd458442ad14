import torch


def tokens_per_expert(chosen, experts):
    return torch.bincount(chosen.flatten(), minlength=experts)
