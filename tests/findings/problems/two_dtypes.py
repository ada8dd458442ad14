import torch
from torch import nn


def main():
    torch.manual_seed(0)
    model = torch.compile(nn.Linear(8, 2), backend="eager")
    for _ in range(3):
        with torch.no_grad():
            y = model(torch.randn(4, 8))
            with torch.autocast("cpu", dtype=torch.bfloat16):
                y = model(torch.randn(4, 8))
    print(y.dtype)


main()
