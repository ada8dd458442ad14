import torch


def scaled(x):
    return x * 2 + 1


def main():
    torch.manual_seed(0)
    for _ in range(6):
        compiled = torch.compile(scaled, backend=lambda module, _inputs: module.forward)
        y = compiled(torch.randn(4))
    print(tuple(y.shape))


main()
