import torch
from torch import nn

from moe import MoE
from parallelize import JobConfig, parallelize


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.mix = nn.Conv1d(dim, dim, 3, padding=1, groups=dim)
        self.moe = MoE(dim, 2 * dim)

    def forward(self, x):
        x = x + self.mix(self.norm1(x).transpose(1, 2)).transpose(1, 2)
        return x + self.moe(self.norm2(x))


class Model(nn.Module):
    def __init__(self, dim=16, depth=2):
        super().__init__()
        self.stem = nn.Linear(8, dim)
        self.blocks = nn.ModuleList(Block(dim) for _ in range(depth))
        self.head = nn.Linear(dim, 1)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x).squeeze(-1)


def main(job=JobConfig()):
    torch.manual_seed(0)
    model = parallelize(Model(), job)
    opt = torch.optim.AdamW(model.parameters(), lr=job.lr)
    for step in range(job.steps):
        x = torch.randn(4, 10, 8)
        loss = (model(x) - x.mean(-1)).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"step {step} loss {loss.item():.5f}")


if __name__ == "__main__":
    main()
