import torch
import torch.nn as nn
import torch.nn.functional as F

from callbacks import AverageTail, DecayAfterWarmup, History
from lion import Lion


class TinyLM(nn.Module):
    def __init__(self, vocab=40, dim=24):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.head = nn.Linear(dim, vocab)

    def forward(self, tokens):
        return self.head(self.rnn(self.embed(tokens))[0])


class Trainer:
    def __init__(self, model, optimizer, callbacks):
        self.model, self.optimizer, self.callbacks = model, optimizer, callbacks
        self.last_loss = float("nan")

    def fit(self, batches, epochs):
        for epoch in range(epochs):
            total = 0.0
            for tokens in batches:
                logits = self.model(tokens[:, :-1])
                loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                total += loss.item()
            self.last_loss = total / len(batches)
            for callback in self.callbacks:
                callback.on_epoch_end(self, epoch)


if __name__ == "__main__":
    torch.manual_seed(0)
    batches = [torch.arange(12).add(i * 3).remainder(40).repeat(4, 1) for i in range(5)]
    model, history = TinyLM(), History()
    tail = AverageTail(start=5, lr=5e-4)
    callbacks = [DecayAfterWarmup(2, 0.7, until=5), tail, history]
    Trainer(model, Lion(model.parameters(), lr=4e-3), callbacks).fit(batches, epochs=8)
    for row in history.rows:
        print(*row)
    print("averaged", round(tail.average(batches[0]).std().item(), 4))
