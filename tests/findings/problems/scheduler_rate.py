import torch
from torch import nn


def main():
    torch.manual_seed(0)
    model = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)

    @torch.compile(backend="eager")
    def step():
        optimizer.step()
        scheduler.step()

    for _ in range(6):
        model(torch.randn(4, 8)).pow(2).mean().backward()
        step()
        optimizer.zero_grad()
    print(len(optimizer.param_groups))


main()
