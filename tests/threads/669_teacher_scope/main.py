import torch

from distill import Distiller, DistillConfig
from nets import Student, Teacher, count_parameters
from scopes import describe


def make_batches(count, size):
    centers = torch.randn(5, 16) * 1.5
    for _ in range(count):
        y = torch.randint(0, 5, (size,))
        yield centers[y] + torch.randn(size, 16), y


def main():
    torch.manual_seed(3)
    config = DistillConfig()
    distiller = Distiller(Student(), Teacher(), config)
    losses = [distiller.step(x, y) for x, y in make_batches(12, 32)]
    print(describe(config.precision))
    print("student parameters", count_parameters(distiller.student))
    print("first loss %.3f" % losses[0].item())
    print("last loss %.3f" % losses[-1].item())
    print("mean loss %.3f" % torch.stack(losses).mean().item())


if __name__ == "__main__":
    main()
