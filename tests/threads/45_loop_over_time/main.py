"""Features smoothed over time, for clips of several lengths (pytorch#115626)."""
import torch
import torch.nn as nn

from clips import clips
from smoother import Smoother


class Encoder(nn.Module):
    def __init__(self, cin=3, dim=6):
        super().__init__()
        self.inp = nn.Linear(cin, dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, x):
        return self.out(torch.relu(self.inp(x)))


@torch.compile(backend="eager")
def contrast(a, b):
    return (a - b).square().mean()


def main():
    torch.manual_seed(0)
    encoder, smoother = Encoder(), Smoother(dim=6)
    encode = torch.compile(encoder, backend="eager", dynamic=True)
    smoother.prepare()
    opt = torch.optim.SGD([*encoder.parameters(), *smoother.parameters()], lr=0.1)
    for clip in clips((5, 8, 6, 9)):
        h = encode(clip)
        loss = contrast(smoother(h), h.detach().mean(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(clip.shape[1], f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
