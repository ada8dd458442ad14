import torch


class RunStatistics:
    def __init__(self):
        self.history: list[dict[str, float]] = []

    def record(self, epoch: int, logits: torch.Tensor, y: torch.Tensor) -> None:
        row = {"epoch": epoch, "accuracy": accuracy(logits, y), **calibration(logits, y)}
        self.history.append(row)

    def lines(self) -> list[str]:
        return [" ".join(f"{k}={v:.6g}" for k, v in row.items()) for row in self.history]


def accuracy(logits: torch.Tensor, y: torch.Tensor) -> float:
    return (logits.argmax(-1) == y).double().mean().item()


def calibration(logits: torch.Tensor, y: torch.Tensor, bins: int = 5) -> dict[str, float]:
    torch.set_default_dtype(torch.float64)
    conf, pred = logits.double().softmax(-1).max(-1)
    slot = torch.bucketize(conf, torch.linspace(0.0, 1.0, bins + 1)[1:-1])
    count, hit, total = torch.zeros(bins), torch.zeros(bins), torch.zeros(bins)
    count.index_add_(0, slot, torch.ones(len(conf)))
    hit.index_add_(0, slot, (pred == y).double())
    total.index_add_(0, slot, conf)
    gap = (hit - total).abs().sum() / count.sum()
    return {"ece": gap.item(), "confidence": conf.mean().item()}
