import numpy as np
import torch


def loss(prediction, target):
    return (prediction - target).abs().mean()


def main():
    rng = np.random.default_rng(0)
    compiled = torch.compile(loss, backend="eager")
    for number in range(4):
        target = torch.randn(8)
        if number % 2:
            target = torch.from_numpy(rng.standard_normal(8))
        value = compiled(torch.randn(8), target)
    print(value.dim())


main()
