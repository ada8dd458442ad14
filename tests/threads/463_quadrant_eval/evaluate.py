from dataclasses import dataclass

import torch
from torch.nn import functional as F


@dataclass
class Tally:
    hits: int = 0
    seen: int = 0
    loss: float = 0.0

    def add(self, logits, label):
        self.hits += int((logits.argmax(-1) == label).sum())
        self.loss += F.cross_entropy(logits, label, reduction="sum").item()
        self.seen += label.numel()

    def summary(self):
        return f"acc={self.hits / self.seen:.3f} loss={self.loss / self.seen:.4f}"


class Evaluator:
    def __init__(self, model, backend="eager"):
        self.model = torch.compile(model.eval(), backend=backend)

    @torch.no_grad()
    def predict(self, batch):
        return self.model(batch["image"])

    def run(self, loader):
        tally = Tally()
        for batch in loader:
            logits = self.predict(batch)
            tally.add(logits, batch["label"])
        return tally
