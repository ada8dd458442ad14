import math

import torch

from forecaster import Forecaster
from transforms import Chain, SignedLog, Standardize

CONTEXT, HORIZON = 24, 6


def load_curves(count: int, steps: int, seed: int) -> torch.Tensor:
    gen = torch.Generator().manual_seed(seed)
    t = torch.arange(steps) * (2 * math.pi / 24)
    base = torch.stack([t.sin(), t.cos(), (2 * t).sin()], dim=-1)
    return 4 * base + torch.randn(count, steps, 3, generator=gen)


def main() -> None:
    torch.manual_seed(17)
    data = load_curves(16, CONTEXT + HORIZON, seed=4)
    past, future = data[:, :CONTEXT], data[:, CONTEXT:]
    model = Forecaster(Chain(SignedLog(), Standardize()).fit(past), 3, CONTEXT, HORIZON)
    opt = torch.optim.SGD(model.parameters(), lr=0.01)
    compiled = torch.compile(model, backend="aot_eager")
    for epoch in range(4):
        loss = (compiled(past) - future).abs().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"epoch {epoch} mae {loss.item():.6f}")
    with torch.no_grad():
        print("next hours", [round(v, 4) for v in model(past)[0, :, 0].tolist()])


if __name__ == "__main__":
    main()
