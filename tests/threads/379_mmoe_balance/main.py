import torch
import torch.nn.functional as F

from mmoe import MMoE
from tracking import BalanceTracker

FIELDS = (30, 12, 7)


def make_batches(count, size, seed):
    g = torch.Generator().manual_seed(seed)
    batches = []
    for _ in range(count):
        fields = torch.stack([torch.randint(c, (size,), generator=g) for c in FIELDS], dim=1)
        click = ((fields[:, 0] + 3 * fields[:, 2]) % 5 < 2).float()
        buy = click * (fields[:, 1] > 5)
        batches.append((fields, {"click": click, "buy": buy}))
    return batches


class Trainer:
    def __init__(self, model, tracker, lr=2e-2):
        self.raw, self.tracker = model, tracker
        self.model = torch.compile(model, backend="aot_eager")
        self.optimizer = torch.optim.Adagrad(model.parameters(), lr=lr)

    def train_step(self, fields, labels):
        logits = self.model(fields)
        loss = sum(F.binary_cross_entropy_with_logits(logits[t], labels[t]) for t in labels)
        total = loss + self.tracker.step_loss()
        self.optimizer.zero_grad()
        total.backward()
        self.optimizer.step()
        return loss.item()

    def fit(self, batches, epochs):
        self.raw.train()
        for epoch in range(epochs):
            losses = [self.train_step(*batch) for batch in batches]
            print(f"epoch {epoch} loss {sum(losses) / len(losses):.5f} balance {self.tracker.epoch_mean():.5f}")


if __name__ == "__main__":
    torch.manual_seed(0)
    tracker = BalanceTracker()
    trainer = Trainer(MMoE(FIELDS, tracker), tracker)
    trainer.fit(make_batches(6, 64, seed=5), epochs=3)
