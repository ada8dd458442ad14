import torch
import torch.nn.functional as F


class Scorer:
    def __init__(self, model):
        self.model = torch.compile(model, backend="aot_eager")

    @torch.no_grad()
    def loss(self, ids, position_ids=None):
        logits = self.model(ids, position_ids)[:, :-1]
        targets = ids[:, 1:]
        losses = F.cross_entropy(logits.flatten(0, 1), targets.flatten(), reduction="none").view_as(targets)
        if position_ids is not None:
            keep = (position_ids[:, 1:] > 0).float()
            return float((losses * keep).sum() / keep.sum())
        return float(losses.mean())
