import torch
import torch._dynamo


def pad(rows, fill):
    width = max(len(r) for r in rows)
    return torch.tensor([r + [fill] * (width - len(r)) for r in rows])


class Collate:
    """Pads to the longest sentence of the batch; the width is marked as dynamic."""

    def __init__(self, dynamic=True):
        self.dynamic = dynamic

    def __call__(self, pairs):
        words = pad([p[0] for p in pairs], 0)
        tags = pad([p[1] for p in pairs], -100)
        if self.dynamic:
            torch._dynamo.mark_dynamic(words, 1)
        return words, tags
