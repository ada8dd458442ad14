import torch


def clipped(x):
    if x.max() > 0.5:
        x = x.clamp(max=0.5)
    return x


def in_callee(x):
    y = clipped(torch.sin(x))
    return y.sum()


def in_loop(x):
    for _ in range(3):
        x = clipped(torch.sin(x))
    return x.sum()


for function in (in_callee, in_loop):
    print(function.__name__, torch.compile(function, backend="eager")(torch.ones(4)))
