import torch
from torch import nn
import torch.nn.functional as F


class ConvTagger(nn.Module):
    def __init__(self, bands: int, width: int, classes: int, depth: int = 2):
        super().__init__()
        sizes = [bands] + [width] * depth
        self.layers = nn.ModuleList(
            nn.Conv1d(a, b, 3, padding=1) for a, b in zip(sizes[:-1], sizes[1:])
        )
        self.head = nn.Linear(width, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = F.gelu(layer(x))
        return self.head(x.mean(dim=-1))


def soft_targets(teacher_logits, student_logits, temperature: float):
    t = F.log_softmax(teacher_logits.float() / temperature, dim=-1)
    s = F.log_softmax(student_logits.float() / temperature, dim=-1)
    return F.kl_div(s, t, reduction="batchmean", log_target=True) * temperature**2
