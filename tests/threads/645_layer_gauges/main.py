import torch
from torch.nn import functional as F

from gauges import Gauges, grad_norm
from layers import Mixer
from plan import build_plan


def batches(steps, size=32, features=12):
    gen = torch.Generator().manual_seed(5)
    for _ in range(steps):
        x = torch.randn(size, features, generator=gen)
        yield x, (x[:, 0] * x[:, 1] > 0).long()


def main():
    torch.manual_seed(0)
    gauges = Gauges()
    model = Mixer(build_plan(depth=6, width=24), gauges, features=12, classes=2)
    model.compile_layers("aot_eager")
    opt = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for step, (x, y) in enumerate(batches(10)):
        loss = F.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        norm = grad_norm(model.parameters())
        opt.step()
        gauges.close_round()
    print(f"loss {loss.item():.4f} grad {norm.item():.4f}")
    for key, value in gauges.means().items():
        print(f"{key} {value:.4f}")


if __name__ == "__main__":
    main()
