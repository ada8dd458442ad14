from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F

from tasks import Episode

Weights = dict[str, torch.Tensor]


@dataclass
class LearnerConfig:
    width: int = 32
    inner_lr: float = 0.05
    inner_steps: int = 3
    proximal: float = 0.01
    backend: str = "eager"


def init_weights(width: int) -> nn.ParameterDict:
    sizes = {"inp": (1, width), "mid": (width, width), "out": (width, 1)}
    layers = {name: nn.Linear(i, o) for name, (i, o) in sizes.items()}
    return nn.ParameterDict({f"{n}_{k}": p for n, m in layers.items() for k, p in m.named_parameters()})


def predict(weights: Weights, x: torch.Tensor) -> torch.Tensor:
    for name in ("inp", "mid"):
        x = torch.tanh(F.linear(x, weights[f"{name}_weight"], weights[f"{name}_bias"]))
    return F.linear(x, weights["out_weight"], weights["out_bias"])


class MetaLearner:
    def __init__(self, cfg: LearnerConfig) -> None:
        self.cfg = cfg
        self.shared = init_weights(cfg.width)
        self.support_loss = torch.compile(self._support_loss, backend=cfg.backend)

    def parameters(self) -> list[nn.Parameter]:
        return list(self.shared.values())

    def start(self) -> Weights:
        return dict(self.shared.items())

    def _support_loss(self, weights: Weights, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        residual = predict(weights, x) - y
        drift = sum(w.pow(2).mean() for w in weights.values())
        return residual.pow(2).mean() + self.cfg.proximal * drift

    def query_loss(self, weights: Weights, episode: Episode) -> torch.Tensor:
        return (predict(weights, episode.query_x) - episode.query_y).pow(2).mean()

    def adapt(self, episode: Episode, second_order: bool = True) -> tuple[Weights, list[float]]:
        weights, history = self.start(), []
        for _ in range(self.cfg.inner_steps):
            loss = self.support_loss(weights, episode.support_x, episode.support_y)
            grads = torch.autograd.grad(loss, list(weights.values()), create_graph=second_order)
            weights = {
                name: w - self.cfg.inner_lr * g for (name, w), g in zip(weights.items(), grads)
            }
            history.append(loss.item())
        return weights, history
