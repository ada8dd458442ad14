"""Contrastive learning with a memory bank, then a short probe."""
import torch

from bank import MemoryBank
from encoder import Encoder
from losses import info_nce


def views(gen, n=16):
    base = torch.randn(n, 10, generator=gen)
    return (base + 0.1 * torch.randn(n, 10, generator=gen),
            base + 0.1 * torch.randn(n, 10, generator=gen))


def main():
    torch.manual_seed(3)
    enc = Encoder(10, 12)
    bank = MemoryBank(slots=16, dim=12)
    step = torch.compile(info_nce, backend="aot_eager")
    opt = torch.optim.SGD(enc.parameters(), lr=0.1)
    gen = torch.Generator().manual_seed(14)
    losses = []
    for it in range(6):
        a, b = views(gen)
        za, zb = enc(a), enc(b)
        loss = step(za, zb, bank.negatives(zb), 0.2)
        opt.zero_grad()
        loss.backward()
        opt.step()
        bank.push(zb.detach())
        losses.append(loss.item())
    print("loss", " ".join(f"{v:.4f}" for v in losses))
    print(f"bank norm {bank.store.norm().item():.4f} filled {bank.filled}")


if __name__ == "__main__":
    main()
