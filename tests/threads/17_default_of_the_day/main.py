"""A margin that grows, as the default of an argument (pytorch#178401)."""
import torch
import torch.nn as nn

from margins import Curriculum


class Embedder(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.fc = nn.Linear(5, dim)

    def forward(self, x):
        return nn.functional.normalize(self.fc(x), dim=-1)


def train_step(model, batch, loss_fn):
    anchor, positive, negative = (model(x) for x in batch)
    return loss_fn(anchor, positive, negative)


@torch.compile(backend="eager")
def perturb(x, noise):
    return x + 0.05 * noise


def batch():
    x = torch.randn(9, 5)
    return x, perturb(x, torch.randn(9, 5)), x.roll(1, 0)


def main():
    torch.manual_seed(0)
    model = Embedder()
    step = torch.compile(train_step, backend="eager")
    curriculum = Curriculum(start=0.1, end=0.6, epochs=6)
    opt = torch.optim.SGD(model.parameters(), lr=0.2)
    for epoch in range(6):
        loss_fn = curriculum.loss(epoch)
        for _ in range(2):
            loss = step(model, batch(), loss_fn)
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
