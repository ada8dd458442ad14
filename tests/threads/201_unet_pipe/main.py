"""Trains a toy diffusion U-Net over two-channel signals, layer by layer as pipeline parallelism would."""
import torch

from pipe import Pipeline, build

CONFIG = {
    "compile": True,
    "backend": "aot_eager",
    "width": 16,
    "depth": 5,
    "steps": 4,
    "lr": 2e-3,
}


def batches(count, seed):
    gen = torch.Generator().manual_seed(seed)
    grid = torch.linspace(0, 6.28, 32)
    for _ in range(count):
        shift = torch.rand(8, 1, 1, generator=gen) * 6.28
        clean = torch.cat([(grid + shift).sin(), (grid + shift).cos()], dim=1)
        noise = torch.randn(clean.shape, generator=gen)
        t = torch.rand(8, generator=gen)
        yield clean, noise, t


def noisy(clean, noise, t):
    level = t.view(-1, 1, 1)
    return (1 - level) * clean + level * noise


def main():
    torch.manual_seed(7)
    pipeline = Pipeline(build(CONFIG["width"], CONFIG["depth"]), CONFIG)
    optimizer = torch.optim.SGD(pipeline.parameters(), lr=CONFIG["lr"], momentum=0.9)
    for step, (clean, noise, t) in enumerate(batches(CONFIG["steps"], seed=1)):
        prediction = pipeline(noisy(clean, noise, t), t)
        loss = (prediction - (noise - clean)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} loss {loss.item():.5f}")
    norm = sum(p.detach().square().sum() for p in pipeline.parameters()).sqrt()
    print(f"weight norm {norm.item():.4f}")


if __name__ == "__main__":
    main()
