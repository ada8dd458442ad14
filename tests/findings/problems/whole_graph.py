import torch


def soft_cap(x):
    y = x * 2
    if y.sum() > 3:
        y = y + 1
    return y * y


def main():
    torch.manual_seed(0)
    compiled = torch.compile(soft_cap, backend="eager", fullgraph=True)
    x = torch.randn(4)
    try:
        y = compiled(x)
    except RuntimeError:
        y = soft_cap(x)
    print(round(y.sum().item(), 4))


main()
