"""Adversarial training: the loss as one graph, its gradient in the images outside (pytorch#170487)."""
import torch
import torch.nn as nn

from attack import Attack


class Classifier(nn.Module):
    def __init__(self, size=5, classes=4):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3, padding=1)
        self.head = nn.Linear(4 * size * size, classes)

    def forward(self, x):
        return self.head(torch.tanh(self.conv(x)).flatten(1))


@torch.compile(backend="aot_eager")
def mixed(clean, hard):
    return 0.5 * clean + 0.5 * hard


def main():
    torch.manual_seed(0)
    model = Classifier()
    attack = Attack(model, radius=0.1)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        x, y = torch.rand(6, 1, 5, 5), torch.arange(6) % 4
        clean = nn.functional.cross_entropy(model(x), y)
        hard = nn.functional.cross_entropy(model(attack.perturb(x, y)), y)
        loss = mixed(clean, hard)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"{clean.item():.4f} {hard.item():.4f}")


if __name__ == "__main__":
    main()
