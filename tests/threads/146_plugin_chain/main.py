"""Offline audio effect chain built from registered plugins, processed block by block."""
import torch

import effects  # noqa: F401  (registers the plugins)
from chain import Chain, Context

CONFIG = {
    "level": "gain",
    "motion": "tremolo",
    "colour": "softclip",
    "space": "widen",
    "compile": {"backend": "eager"},
}


def blocks(n, size=256):
    t = torch.arange(n * size) / 8000.0
    left = torch.sin(2 * torch.pi * 220 * t)
    right = torch.sin(2 * torch.pi * 331 * t + 0.3)
    return torch.stack([left, right]).split(size, dim=1)


def main():
    torch.manual_seed(0)
    chain = Chain.from_config(CONFIG)
    ctx = Context(rate=8000)
    out = []
    for i, block in enumerate(blocks(6)):
        ctx.fade_in(i, 6)
        out.append(chain.process(block, ctx))
    y = torch.cat(out, dim=1)
    print("rms %.5f peak %.5f" % (y.pow(2).mean().sqrt().item(), y.abs().max().item()))
    print("stereo corr %.5f" % torch.corrcoef(y)[0, 1].item())


if __name__ == "__main__":
    main()
