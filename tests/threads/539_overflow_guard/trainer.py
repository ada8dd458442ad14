import torch
import torch.nn.functional as F

from optim import MomentumSGD
from scaler import LossScaler


class Trainer:
    def __init__(self, model, limit=1.0):
        self.model = model
        self.limit = limit
        self.scaler = LossScaler()
        self.optimizer = MomentumSGD(model.parameters())
        self.apply_step = torch.compile(self._apply_step, backend="aot_eager")

    @torch.no_grad()
    def _apply_step(self, grads, scale):
        grads = self.scaler.unscale(grads, scale)
        overflow = self.scaler.found_inf(grads)
        if not overflow:
            self.optimizer.apply(self.optimizer.clip(grads, self.limit))
        return overflow

    def train_step(self, x, y):
        self.optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = F.mse_loss(self.model(x).float(), y)
        self.scaler.scale_loss(loss).backward()
        grads = [p.grad for p in self.optimizer.params]
        overflow = self.apply_step(grads, self.scaler.scale)
        self.scaler.update(bool(overflow))
        return loss.item()
