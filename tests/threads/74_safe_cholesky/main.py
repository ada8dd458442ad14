"""A Gaussian process with a Cholesky factor that is tried twice (gpytorch#1586)."""
import torch

from process import Process


@torch.compile(backend="eager")
def error(mean, truth):
    return (mean - truth).square().mean().sqrt()


def main():
    torch.manual_seed(0)
    predict = torch.compile(Process(), backend="eager")
    with torch.no_grad():
        for _ in range(4):
            x, new = torch.rand(6), torch.rand(3)
            mean = predict(x, (3 * x).sin(), new)
            print(f"{error(mean, (3 * new).sin()).item():.3f}")


if __name__ == "__main__":
    main()
