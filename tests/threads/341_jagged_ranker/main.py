import torch
from torch import nn

from jagged import JaggedFeature
from ranker import Ranker

ITEMS, USERS, CAPACITY = 50, 8, 64


class ClickStream:
    def __init__(self, seed: int):
        self.gen = torch.Generator().manual_seed(seed)

    def next(self):
        sizes = torch.randint(1, 8, (USERS,), generator=self.gen).tolist()
        rows = [torch.randint(0, ITEMS, (n,), generator=self.gen) for n in sizes]
        target = torch.randint(0, ITEMS, (USERS,), generator=self.gen)
        clicks = torch.stack([(r % 7 == t % 7).any() for r, t in zip(rows, target)]).float()
        return JaggedFeature.pack(rows, CAPACITY), target, clicks


class HistoryProbe:
    def __init__(self, every: int):
        self.every = every

    def on_batch_start(self, step: int, history: JaggedFeature):
        if step % self.every == 0:
            seen = history.row(step % USERS)
            print(f"step {step} user history {seen.tolist()}")


def main():
    torch.manual_seed(2)
    model = Ranker(ITEMS)
    scorer = torch.compile(model, backend="aot_eager")
    opt = torch.optim.Adagrad(model.parameters(), lr=0.1)
    stream, probe = ClickStream(seed=5), HistoryProbe(every=3)
    for step in range(1, 8):
        history, target, clicks = stream.next()
        probe.on_batch_start(step, history)
        loss = nn.functional.binary_cross_entropy_with_logits(scorer(history, target), clicks)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"step {step} loss {loss.item():.5f}")


if __name__ == "__main__":
    main()
