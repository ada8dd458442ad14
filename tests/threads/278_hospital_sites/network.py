from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class NetConfig:
    inputs: int = 12
    width: int = 24
    classes: int = 3
    dropout: float = 0.0


class SiteNet(nn.Module):
    def __init__(self, cfg: NetConfig, site: str) -> None:
        super().__init__()
        self.site = site
        self.stem = nn.Linear(cfg.inputs, cfg.width)
        self.body = nn.Linear(cfg.width, cfg.width)
        self.norms = nn.ModuleDict({self.site: nn.LayerNorm(cfg.width)})
        self.drop = nn.Dropout(cfg.dropout)
        self.head = nn.Linear(cfg.width, cfg.classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = F.gelu(self.stem(x))
        h = self.norms[self.site](h + F.gelu(self.body(h)))
        return self.head(self.drop(h))


def shared_state(net: nn.Module) -> dict[str, torch.Tensor]:
    return {k: v for k, v in net.state_dict().items() if not k.startswith("norms.")}
