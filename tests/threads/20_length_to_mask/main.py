"""A recogniser over utterances of different lengths (speechbrain#1947: length_to_mask)."""
import torch
import torch.nn as nn

from pooling import StatisticsPooling


class Recogniser(nn.Module):
    def __init__(self, feats=6, dim=12, speakers=4):
        super().__init__()
        self.frame = nn.Linear(feats, dim)
        self.pool = StatisticsPooling()
        self.head = nn.Linear(2 * dim, speakers)

    def forward(self, x, length):
        h = torch.relu(self.frame(x))
        return self.head(self.pool(h, length))


@torch.compile(backend="eager")
def log_mel(power):
    return (power + 1e-6).log() * 0.5


@torch.compile(backend="eager")
def additive_margin(logits, y):
    shift = nn.functional.one_hot(y, logits.shape[1]) * 0.2
    return nn.functional.cross_entropy(logits - shift, y)


def main():
    torch.manual_seed(0)
    model = Recogniser()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(4):
        length = torch.randint(3, 9, (5,))
        length[step] = 9
        x = log_mel(torch.rand(5, 9, 6))
        loss = additive_margin(net(x, length), torch.arange(5) % 4)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.5f}")


if __name__ == "__main__":
    main()
