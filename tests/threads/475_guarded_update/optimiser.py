import torch
from torch import Tensor

from guarded import GradientGuard, GuardConfig, centre, flat_norm


class GuardedMomentum:
    def __init__(self, params: list[Tensor], lr: float, cfg: GuardConfig, backend: str = "aot_eager"):
        self.params = params
        self.lr = lr
        self.cfg = cfg
        self.guard = GradientGuard(cfg)
        self.buffer = torch.zeros(sum(p.numel() for p in params))
        self.norms: list[float] = []
        self._direction = torch.compile(self.direction, backend=backend)

    def direction(self, grads: list[Tensor], buffer: Tensor):
        grads = [centre(g) for g in grads]
        norm = flat_norm(grads)
        flat = torch.cat([g.flatten() for g in grads])
        update = self.guard(flat, norm)
        return torch.lerp(buffer, update.to(buffer.dtype), 1.0 - self.cfg.momentum), norm

    @torch.no_grad()
    def step(self) -> None:
        self.buffer, norm = self._direction([p.grad for p in self.params], self.buffer)
        self.norms.append(norm.item())
        offset = 0
        for p in self.params:
            piece = self.buffer[offset : offset + p.numel()].view_as(p)
            p.sub_(piece, alpha=self.lr)
            offset += p.numel()
            p.grad = None
