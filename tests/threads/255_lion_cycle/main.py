import torch
import torch.nn.functional as F

from lion import Lion
from model import TinyLM, param_groups
from schedule import CycleConfig, OneCycle


class Trainer:
    def __init__(self, model, optimizer, scheduler):
        self.model = model
        self.optimizer = optimizer
        self.scheduler = scheduler
        self.update = torch.compile(optimizer.step, backend="aot_eager")

    def train_step(self, tokens):
        logits = self.model(tokens[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.update()
        for p in self.model.parameters():
            p.grad.zero_()
        self.scheduler.step()
        return loss.detach()


def batches(count, size=8, length=13, vocab=64):
    gen = torch.Generator().manual_seed(5)
    for _ in range(count):
        start = torch.randint(0, vocab, (size, 1), generator=gen)
        yield (start + 3 * torch.arange(length)) % vocab


def main(steps=12):
    torch.manual_seed(0)
    model = TinyLM()
    optimizer = Lion(param_groups(model, 0.1), lr=3e-4, betas=(0.95, 0.98))
    scheduler = OneCycle(optimizer, steps, CycleConfig())
    trainer = Trainer(model, optimizer, scheduler)
    for i, tokens in enumerate(batches(steps)):
        loss = trainer.train_step(tokens)
        lr = optimizer.param_groups[0]["lr"].item()
        print(f"step {i:2d} loss {loss.item():.5f} lr {lr:.6f}")


if __name__ == "__main__":
    main()
