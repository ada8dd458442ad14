from dataclasses import dataclass

import torch
from torch import nn
from torch.func import functional_call


@dataclass
class ClientConfig:
    lr: float = 0.1
    mu: float = 0.05
    local_steps: int = 3


class Objective(nn.Module):
    """Task loss plus FedProx's pull towards the weights of the last round."""

    def __init__(self, model, mu):
        super().__init__()
        self.model = model
        self.mu = mu

    def forward(self, weights, anchor, x, y):
        loss = nn.functional.cross_entropy(functional_call(self.model, weights, (x,)), y)
        pull = sum((weights[k] - anchor[k]).square().sum() for k in weights)
        return loss + 0.5 * self.mu * pull


class Client:
    def __init__(self, x, y, objective, cfg):
        self.x, self.y = x, y
        self.objective = objective
        self.cfg = cfg

    def fit(self, payload):
        weights = {k: v.detach().clone().requires_grad_() for k, v in payload.items()}
        for _ in range(self.cfg.local_steps):
            loss = self.objective(weights, payload, self.x, self.y)
            grads = torch.autograd.grad(loss, list(weights.values()))
            weights = {
                k: (w.detach() - self.cfg.lr * g).requires_grad_()
                for (k, w), g in zip(weights.items(), grads)
            }
        return {k: w.detach() for k, w in weights.items()}, loss.item()
