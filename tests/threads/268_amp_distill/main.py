import torch

from distill import DistillTrainer
from models import ConvTagger
from precision import PrecisionPlan


def batches(n: int, gen: torch.Generator):
    for _ in range(n):
        x = torch.randn(8, 4, 20, generator=gen)
        yield x, (x.mean(dim=(1, 2)) * 12).long().clamp(-2, 2) + 2


if __name__ == "__main__":
    torch.manual_seed(21)
    teacher = ConvTagger(4, 24, 5, depth=3)
    student = ConvTagger(4, 12, 5)
    plan = PrecisionPlan()
    trainer = DistillTrainer(student, teacher, plan)
    losses = trainer.fit(batches(4, torch.Generator().manual_seed(3)))
    print(" ".join(f"{v:.6f}" for v in losses))
    print(plan.log["step3"], f"{student.head.weight.abs().sum().item():.5f}")
