import torch

from balance import entropy
from config import TrainConfig
from layer import MixtureLayer


def batches(cfg, rows=64):
    gen = torch.Generator().manual_seed(9)
    mix = torch.randn(cfg.width, cfg.width, generator=gen) / cfg.width**0.5
    for _ in range(cfg.steps):
        x = torch.randn(rows, cfg.width, generator=gen)
        yield x, x + 0.5 * torch.tanh(x @ mix)


def main():
    cfg = TrainConfig()
    torch.manual_seed(2)
    layer = MixtureLayer(cfg)
    step_layer = torch.compile(layer, backend="inductor")
    opt = torch.optim.SGD(layer.parameters(), lr=cfg.rate)
    for x, target in batches(cfg):
        out, aux = step_layer(x)
        loss = (out - target).square().mean() + cfg.balance_weight * aux
        loss.backward()
        opt.step()
        opt.zero_grad()
    print(cfg.describe())
    print("loss", f"{loss.item():.4f}", "balance", f"{aux.item():.4f}")
    print("router entropy", f"{entropy(layer.router(x)).item():.4f}")


if __name__ == "__main__":
    main()
