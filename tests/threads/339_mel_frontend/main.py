import torch
from torch import nn

from features import Frontend
from shapes import pad_waves


class KeywordSpotter(nn.Module):
    def __init__(self, n_mels: int = 20, width: int = 24, classes: int = 5):
        super().__init__()
        self.frontend = Frontend(n_mels)
        self.conv = nn.Conv1d(n_mels, width, 3, padding=1)
        self.head = nn.Linear(width, classes)

    def forward(self, wave, lengths=None):
        feats, frames = self.frontend(wave, lengths)
        hidden = torch.relu(self.conv(feats.transpose(1, 2)))
        pooled = hidden.sum(-1) / frames.unsqueeze(-1)
        return self.head(pooled)


def make_batch(gen, batch=4, size=1600):
    lens = torch.randint(800, size, (batch,), generator=gen)
    waves = [torch.randn(int(n), generator=gen) * 0.1 for n in lens]
    labels = torch.randint(0, 5, (batch,), generator=gen)
    return pad_waves(waves, size), lens, labels


def main():
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(3)
    model = KeywordSpotter()
    net = torch.compile(model, backend="aot_eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.2)
    for step in range(5):
        wave, lens, labels = make_batch(gen)
        loss = nn.functional.cross_entropy(net(wave, lens), labels)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"step {step} loss {loss.item():.5f}")


if __name__ == "__main__":
    main()
