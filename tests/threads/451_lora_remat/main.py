import torch
from torch import nn
from torch.nn import functional as F

from blocks import GatedMLP, SelfAttention
from wrap import prepare, trainable


class Decoder(nn.Module):
    def __init__(self, vocab: int, dim: int, depth: int, rank: int = 4):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim).requires_grad_(False)
        self.layers = nn.ModuleList()
        for _ in range(depth):
            self.layers.extend([SelfAttention(dim, 2, rank), GatedMLP(dim, rank)])
        self.norm = nn.RMSNorm(dim)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        x = self.embed(tokens).requires_grad_(True)
        for layer in self.layers:
            x = layer(x)
        return F.linear(self.norm(x), self.embed.weight)


def main(steps: int = 4, vocab: int = 32):
    torch.manual_seed(4)
    gen = torch.Generator().manual_seed(8)
    model = Decoder(vocab, dim=16, depth=2)
    prepare(model.layers, (SelfAttention, GatedMLP), backend="eager")
    opt = torch.optim.AdamW(trainable(model), lr=1e-2)
    for step in range(steps):
        start = torch.randint(0, vocab, (4, 1), generator=gen)
        tokens = (start + 3 * torch.arange(17)) % vocab
        loss = F.cross_entropy(model(tokens[:, :-1]).flatten(0, 1), tokens[:, 1:].flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"step {step} loss {loss.item():.4f}")


if __name__ == "__main__":
    main()
