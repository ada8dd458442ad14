import torch
import torch.nn.functional as F


class Evaluator:
    def __init__(self, model, precision, data, backend="aot_eager"):
        self.model = torch.compile(model, backend=backend)
        self.precision = precision
        self.data = data

    @torch.no_grad()
    def run(self, **options):
        total, hits, seen = 0.0, 0, 0
        with self.precision.context(**options):
            for x, y in self.data:
                logits = self.model(x).float()
                total += F.cross_entropy(logits, y, reduction="sum").item()
                hits += (logits.argmax(-1) == y).sum().item()
                seen += len(y)
        return total / seen, hits / seen

    def compare(self, ema):
        raw = self.run()
        with ema.applied():
            averaged = self.run(reuse_casts=False)
        return {"raw": raw, "ema": averaged}
