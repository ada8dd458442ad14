import torch

CHOICES = (
    torch.sin, torch.cos, torch.tan, torch.exp, torch.abs, torch.neg, torch.tanh,
    torch.sigmoid, torch.relu, torch.erf,
)  # fmt: skip


@torch.compile(backend="eager")
def activated(x, function):
    return function(x) + 1


def main():
    torch.manual_seed(0)
    for _ in range(2):
        for function in CHOICES:
            y = activated(torch.randn(4), function)
    print(tuple(y.shape))


main()
