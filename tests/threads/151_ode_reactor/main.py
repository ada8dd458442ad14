import torch

from experiment import make_batches, train
from reactor import Reactor


def main():
    torch.manual_seed(2)
    adaptive = Reactor(method="heun", steps=6).double()
    losses, end = train(adaptive, make_batches(5, 8, 3))
    print(f"adaptive: loss {losses[0]:.5f} -> {losses[-1]:.5f}, end time {end:.4f}")

    fixed = Reactor(method="rk4", steps=4).double()
    losses, end = train(fixed, make_batches(3, 8, 3))
    print(f"fixed:    loss {losses[0]:.5f} -> {losses[-1]:.5f}, end time {end:.4f}")


if __name__ == "__main__":
    main()
