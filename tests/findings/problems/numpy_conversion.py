import numpy as np
import torch

rng = np.random.default_rng(0)


def jitter(x, scale):
    noise = torch.from_numpy(rng.standard_normal(x.shape[0])).to(x.dtype)
    return x + scale * noise


def main():
    torch.manual_seed(0)
    compiled = torch.compile(jitter, backend="eager")
    for _ in range(4):
        y = compiled(torch.randn(64), 0.1)
    print(tuple(y.shape))


main()
