from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

@dataclass(frozen=True)
class EncoderConfig:
    n_mels: int = 20
    width: int = 32
    depth: int = 6
    kernel: int = 5
    vocab: int = 24
    chunk_frames: int = 8
    backend: str = "eager"


class StreamState:
    def __init__(self):
        self.context: dict[int, torch.Tensor] = {}
        self.frames_seen = 0

    def nbytes(self) -> int:
        return sum(t.numel() * t.element_size() for t in self.context.values())


class CausalConv(nn.Module):
    def __init__(self, width: int, kernel: int):
        super().__init__()
        self.left = kernel - 1
        self.weight = nn.Parameter(torch.randn(width, 1, kernel) * kernel**-0.5)
        self.bias = nn.Parameter(torch.zeros(width))

    def zero_context(self, x: torch.Tensor) -> torch.Tensor:
        return x.new_zeros(x.shape[0], self.left, x.shape[2])

    def forward(self, x: torch.Tensor, context: torch.Tensor):
        padded = torch.cat([context, x], dim=1)
        y = F.conv1d(padded.transpose(1, 2), self.weight, self.bias, groups=x.shape[2])
        return y.transpose(1, 2), padded[:, -self.left:]


class ConvBlock(nn.Module):
    def __init__(self, cfg: EncoderConfig, layer_idx: int):
        super().__init__()
        self.layer_idx = layer_idx
        self.norm = nn.LayerNorm(cfg.width)
        self.conv = CausalConv(cfg.width, cfg.kernel)
        self.up = nn.Linear(cfg.width, cfg.width * 2)
        self.down = nn.Linear(cfg.width * 2, cfg.width)

    def mix(self, h: torch.Tensor, state: StreamState) -> torch.Tensor:
        if self.layer_idx in state.context:
            context = state.context[self.layer_idx]
        else:
            context = self.conv.zero_context(h)
        h, state.context[self.layer_idx] = self.conv(h, context)
        return h

    def forward(self, x: torch.Tensor, state: StreamState) -> torch.Tensor:
        x = x + self.mix(self.norm(x), state)
        return x + self.down(F.silu(self.up(x)))
