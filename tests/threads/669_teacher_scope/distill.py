from dataclasses import dataclass

import torch
import torch.nn.functional as F

from scopes import teacher_scope


@dataclass(frozen=True)
class DistillConfig:
    temperature: float = 2.0
    alpha: float = 0.7
    precision: str = "bf16"
    lr: float = 3e-3


class Distiller:
    def __init__(self, student, teacher, config):
        self.student = student
        self.teacher = teacher.eval()
        self.config = config
        self.optimizer = torch.optim.AdamW(student.parameters(), lr=config.lr)
        self.compiled_loss = torch.compile(self.loss, backend="aot_eager")

    def soft_targets(self, x):
        with teacher_scope(self.config.precision):
            logits = self.teacher(x)
        return F.softmax(logits.float() / self.config.temperature, dim=-1)

    def loss(self, x, y):
        logits = self.student(x)
        targets = self.soft_targets(x)
        log_probs = F.log_softmax(logits / self.config.temperature, dim=-1)
        soft = F.kl_div(log_probs, targets, reduction="batchmean") * self.config.temperature ** 2
        hard = F.cross_entropy(logits, y)
        return self.config.alpha * soft + (1 - self.config.alpha) * hard

    def step(self, x, y):
        self.optimizer.zero_grad(set_to_none=True)
        loss = self.compiled_loss(x, y)
        loss.backward()
        self.optimizer.step()
        return loss.detach()
