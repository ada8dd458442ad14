import torch
from torch import nn


def main():
    torch.manual_seed(0)
    model = nn.Linear(8, 2)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 100)
    compiled = torch.compile(optimizer.step, backend="eager")
    for _ in range(6):
        model(torch.randn(4, 8)).pow(2).mean().backward()
        compiled()
        scheduler.step()
        optimizer.zero_grad()
    print(len(optimizer.param_groups))


main()
