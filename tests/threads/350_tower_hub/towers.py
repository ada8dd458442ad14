import torch
import torch.nn as nn
import torch.nn.functional as F


class Tower(nn.Module):
    def __init__(self, vocab, dim, hidden=32):
        super().__init__()
        self.embed = nn.EmbeddingBag(vocab, dim, mode="mean")
        self.mlp = nn.Sequential(nn.Linear(dim, hidden), nn.ReLU(), nn.Linear(hidden, dim))

    def forward(self, ids):
        return F.normalize(self.mlp(self.embed(ids)), dim=-1)


class InBatchSoftmax(nn.Module):
    """Sampled softmax over the items of the batch with popularity correction."""

    def __init__(self, hub, temperature=0.2):
        super().__init__()
        self.hub = hub
        self.temperature = temperature

    def forward(self, user, item, log_pop):
        scores = user @ item.T
        logits = scores / self.temperature - log_pop[None, :]
        labels = torch.arange(logits.shape[0])
        positive = scores.diagonal().mean()
        self.hub.publish("positive", positive)
        self.hub.publish("margin", positive - scores.mean())
        return F.cross_entropy(logits, labels)


class TwoTower(nn.Module):
    def __init__(self, users, items, dim, hub):
        super().__init__()
        self.user = Tower(users, dim)
        self.item = Tower(items, dim)
        self.criterion = InBatchSoftmax(hub)

    def forward(self, history, target, log_pop):
        return self.criterion(self.user(history), self.item(target[:, None]), log_pop)
