"""Training while the loader sets the number of threads (pytorch#167463)."""
import torch
import torch.nn as nn

from loading import Loader


class Classifier(nn.Module):
    def __init__(self, dim=8, classes=4):
        super().__init__()
        self.conv = nn.Conv1d(2, dim, 3, padding=1)
        self.fc = nn.Linear(dim, classes)

    def forward(self, x):
        x = torch.relu(self.conv(x))
        return self.fc(x.mean(-1))


@torch.compile(backend="eager")
def focal(logits, y, gamma: float = 2.0):
    logp = logits.log_softmax(-1).gather(1, y[:, None]).squeeze(1)
    return -((1 - logp.exp()) ** gamma * logp).mean()


def build():
    torch.manual_seed(0)
    model = Classifier()
    return model, torch.compile(model, backend="eager"), torch.optim.SGD(model.parameters(), lr=0.2)


def main():
    model, net, opt = build()
    loader = Loader(batch=8, length=10)
    losses = []
    for kind, x, y in loader.batches(["clean", "noisy", "clean", "shifted", "noisy", "clean"]):
        loss = focal(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    print(" ".join(f"{v:.4f}" for v in losses))


if __name__ == "__main__":
    main()
