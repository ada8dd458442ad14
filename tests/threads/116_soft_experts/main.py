"""A soft mixture of experts on a toy regression; each expert is compiled."""
import torch

from experts import Expert
from mixture import Mixture


def data(n, batch, seed):
    g = torch.Generator().manual_seed(seed)
    for _ in range(n):
        x = torch.randn(batch, 8, generator=g)
        yield x, torch.where(x[:, :1] > 0, x[:, 1:3].sin(), x[:, 3:5].cos())


def main():
    torch.manual_seed(0)
    model = Mixture(inputs=8, hidden=16, outputs=2, count=3)
    for expert in model.experts:
        expert.compile(backend="aot_eager")
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    losses = []
    for x, y in data(10, 16, seed=2):
        loss = (model(x) - y).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    print("loss", " ".join(f"{v:.4f}" for v in losses))
    print("experts", Expert.made, "rounds", int(Expert.rounds))


if __name__ == "__main__":
    main()
