import torch
from torch import nn
import torch.nn.functional as F

from models import soft_targets
from precision import PrecisionPlan


class DistillStep(nn.Module):
    def __init__(self, student: nn.Module, teacher: nn.Module, temperature=2.0, alpha=0.7):
        super().__init__()
        self.student = student
        self.teacher = teacher.eval()
        self.temperature = temperature
        self.alpha = alpha
        for p in self.teacher.parameters():
            p.requires_grad = False

    def forward(self, x, y, region):
        with region:
            with torch.no_grad():
                guide = self.teacher(x)
            logits = self.student(x)
        hard = F.cross_entropy(logits.float(), y)
        soft = soft_targets(guide, logits, self.temperature)
        return self.alpha * soft + (1 - self.alpha) * hard


class DistillTrainer:
    def __init__(self, student, teacher, plan: PrecisionPlan, lr=0.02):
        self.plan = plan
        self.step_module = DistillStep(student, teacher)
        self.compiled = torch.compile(self.step_module, backend="eager")
        self.optimizer = torch.optim.SGD(student.parameters(), lr=lr, momentum=0.9)

    def train_batch(self, x, y) -> torch.Tensor:
        region = self.plan.region()
        loss = self.compiled(x, y, region)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        return loss.detach()

    def fit(self, batches) -> list[float]:
        losses = []
        for i, (x, y) in enumerate(batches):
            loss = self.train_batch(x, y)
            self.plan.note(f"step{i}", loss)
            losses.append(float(loss))
        return losses
