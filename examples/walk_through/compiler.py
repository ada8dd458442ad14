import torch


@torch.compile(backend="eager")
def score(x, squared):
    y = torch.sin(x)
    if squared:
        y = y * y
    return y.sum()


x = torch.linspace(0, 1, 4)
print("first:", score(x, True))
print("again:", score(x + 1, True))
print("not squared:", score(x, False))
print("longer:", score(torch.linspace(0, 1, 6), True))
