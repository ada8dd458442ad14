import torch

from adapters import AdapterBank
from lora import Denoiser

REQUESTS = [
    ("sketch", 1.0), ("sketch", 0.6), ("film", 0.8), ("ink", 1.0),
    ("film", 0.35), ("ink", 0.5), ("sketch", 0.9),
]


@torch.no_grad()
def sample(model, seed, steps=3, dim=32):
    gen = torch.Generator().manual_seed(seed)
    x = torch.randn(4, dim, generator=gen)
    for t in torch.linspace(1.0, 0.2, steps):
        x = x - 0.3 * model(x, t.expand(4))
    return x


def main():
    torch.manual_seed(0)
    model = Denoiser().eval()
    bank = AdapterBank(model)
    bank.add_random("sketch", rank=4, alpha=4.0, seed=1)
    bank.add_random("film", rank=8, alpha=4.0, seed=2)
    bank.add_random("ink", rank=2, alpha=3.0, seed=3)
    compiled = torch.compile(model, backend="aot_eager")
    for i, (name, weight) in enumerate(REQUESTS):
        bank.activate(name, weight)
        out = sample(compiled, seed=i)
        print(f"{name:7s} w={weight:.2f} mean={out.mean():.5f} std={out.std():.5f}")


if __name__ == "__main__":
    main()
