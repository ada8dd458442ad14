import copy

import torch
from torch import nn

from objectives import entropy, proximal


def local_loss(model, anchor, client):
    logits = model(client.x)
    loss = client.objective(logits, client.y)
    return loss + proximal(list(model.parameters()), anchor, client.mu)


class Server:
    def __init__(self, dim, n_classes, lr=0.3):
        self.model = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, n_classes))
        self.lr = lr
        self.local_loss = torch.compile(local_loss, backend="aot_eager")
        self.worker = copy.deepcopy(self.model)

    def train_client(self, client, steps=3):
        self.worker.load_state_dict(self.model.state_dict())
        anchor = [p.detach().clone() for p in self.model.parameters()]
        for _ in range(steps):
            loss = self.local_loss(self.worker, anchor, client)
            grads = torch.autograd.grad(loss, list(self.worker.parameters()))
            with torch.no_grad():
                for p, g in zip(self.worker.parameters(), grads):
                    p -= self.lr * g
        return [p.detach().clone() for p in self.worker.parameters()]

    def round(self, clients):
        results = [self.train_client(c) for c in clients]
        drift = 0.0
        with torch.no_grad():
            for i, p in enumerate(self.model.parameters()):
                avg = torch.stack([r[i] for r in results]).mean(0)
                drift += (avg - p).norm().item()
                p.copy_(avg)
        return drift

    @torch.no_grad()
    def evaluate(self, x, y):
        p = self.model(x).softmax(-1)
        self.last_entropy = entropy(p).mean().item()
        return (p.argmax(-1) == y).float().mean().item()
