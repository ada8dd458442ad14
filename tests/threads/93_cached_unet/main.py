import torch

from plumbing import host_side
from reuse import FeatureCache
from unet import UNet


@host_side
def report(step, x):
    print(f"step {step} mean {x.mean().item():.6f} std {x.std().item():.6f}")


def main():
    torch.manual_seed(90)
    cache = FeatureCache(rate=0.3, shapes=((2, 16, 4, 4), (2, 8, 8, 8)))
    model = UNet(channels=3, width=8, cache=cache).eval()
    for block in model.blocks:
        block.compile(backend="eager", fullgraph=True)
    x = torch.randn(2, 3, 8, 8)
    with torch.no_grad():
        for step, t in enumerate(torch.linspace(0.9, 0.1, 5)):
            x = x - 0.2 * model(x, t)
            if step % 2 == 0:
                report(step, x)
    print(f"drift {sum(cache.drift()):.6f}")


if __name__ == "__main__":
    main()
