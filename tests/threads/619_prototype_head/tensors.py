import torch
from torch import nn


def frozen(tensor):
    return nn.Parameter(tensor, requires_grad=False)


def unit(tensor, eps=1e-6):
    return tensor / tensor.norm(dim=-1, keepdim=True).clamp_min(eps)


def class_means(features, labels, classes):
    member = (labels[None, :] == torch.arange(classes)[:, None]).to(features.dtype)
    return member @ features / member.sum(1, keepdim=True)
