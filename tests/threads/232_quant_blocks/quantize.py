"""Weight-only fake quantisation that is put on existing layers."""
from dataclasses import dataclass
from typing import Callable

import torch
import torch.nn.functional as F
from torch import nn


@dataclass(frozen=True)
class QuantConfig:
    bits: int = 4
    group_size: int = 8
    symmetric: bool = True
    skip: tuple[str, ...] = ("head",)

    @property
    def qmax(self) -> int:
        return 2 ** (self.bits - 1) - 1


def symmetric_scale(w: torch.Tensor, cfg: QuantConfig) -> torch.Tensor:
    return w.abs().amax(-1, keepdim=True).clamp_min(1e-6) / cfg.qmax


def percentile_scale(w: torch.Tensor, cfg: QuantConfig) -> torch.Tensor:
    return torch.quantile(w.abs(), 0.99, dim=-1, keepdim=True).clamp_min(1e-6) / cfg.qmax


SCALES: dict[str, Callable] = {"absmax": symmetric_scale, "percentile": percentile_scale}


class WeightQuantMixin:
    quant_cfg: QuantConfig

    def quantized_weight(self) -> torch.Tensor:
        cfg = self.quant_cfg
        w = self.weight.reshape(self.weight.shape[0], -1, cfg.group_size)
        q = (w / self.scale).round().clamp(-cfg.qmax - 1, cfg.qmax) * self.scale
        return q.reshape(self.weight.shape)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.linear(x, self.quantized_weight(), self.bias)


def quantized_type(base: type) -> type:
    return type(f"Quant{base.__name__}", (WeightQuantMixin, base), {})


def attach(layer: nn.Linear, cfg: QuantConfig, rule: str = "absmax") -> nn.Module:
    groups = layer.weight.detach().reshape(layer.weight.shape[0], -1, cfg.group_size)
    layer.register_buffer("scale", SCALES[rule](groups, cfg))
    layer.quant_cfg = cfg
    layer.__class__ = quantized_type(type(layer))
    return layer


def quantize_model(model: nn.Module, cfg: QuantConfig) -> int:
    done = 0
    for name, mod in list(model.named_modules()):
        if isinstance(mod, nn.Linear) and not name.startswith(cfg.skip):
            attach(mod, cfg)
            done += 1
    return done
