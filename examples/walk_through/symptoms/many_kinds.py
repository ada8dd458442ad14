import torch


@torch.compile(backend="eager")
def scaled(x, name):
    return x * len(name)


for number in range(12):
    y = scaled(torch.ones(4), f"layer{number}")
print(y)
