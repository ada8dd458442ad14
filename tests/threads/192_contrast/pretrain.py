import warnings

import torch
import torch.nn.functional as F

warnings.filterwarnings("ignore", message="the bank changes slowly")


class Pretrainer:
    def __init__(self, encoder, bank, lr, tau=0.2):
        self.encoder, self.bank, self.tau = encoder, bank, tau
        self.opt = torch.optim.SGD(encoder.parameters(), lr=lr)
        self._forward = torch.compile(self._forward, backend="aot_eager")

    def _forward(self, batch):
        q, k = self.encoder(batch.query), self.encoder(batch.key)
        logits = self.bank.similarity(q) / self.tau
        loss = F.cross_entropy(logits, batch.index)
        align = (q - k).pow(2).sum(-1).mean()
        return loss + 0.5 * align, self.bank.blended(batch.index, k)

    def step(self, batch):
        loss, rows = self._forward(batch)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.bank.store(batch.index, rows)
        return loss.item()

    @torch.no_grad()
    def knn(self, data):
        z = self.encoder(data.x)
        sim = z @ z.T - 2 * torch.eye(len(z))
        return (data.labels[sim.argmax(-1)] == data.labels).float().mean().item()
