import torch
import torch.nn.functional as F

import blocks  # noqa: F401
from registry import build
from table import make_table

CONFIG = [
    ("encode", {"numeric": 6, "cards": (7, 11), "dim": 8}),
    ("residual", {"dim": 24, "hidden": 32}),
    ("gate", {"dim": 24}),
    ("head", {"dim": 24}),
]


def main():
    torch.manual_seed(17)
    model = build(CONFIG)
    opt = torch.optim.AdamW(model.parameters(), lr=1e-2)
    net = torch.compile(model, backend="aot_eager")
    for epoch in range(3):
        total = 0.0
        for numeric, codes, target in make_table(rows=96, batch=32, seed=1):
            loss = F.mse_loss(net((numeric, codes)), target)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        print(f"epoch {epoch} mse {total / 3:.5f}")


if __name__ == "__main__":
    main()
