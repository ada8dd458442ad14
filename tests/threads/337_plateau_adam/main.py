import torch
import torch.nn.functional as F
from torch import nn

from optim import CompiledAdam
from schedule import Plateau, PlateauConfig


def make_data(n=96, dim=6):
    x = torch.randn(n, dim)
    y = torch.sin(x[:, :3].sum(1, keepdim=True)) + 0.3 * torch.randn(n, 1)
    return x, y


def main():
    torch.manual_seed(12)
    x, y = make_data()
    x_val, y_val = make_data(64)
    model = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 16), nn.Tanh(), nn.Linear(16, 1))
    optimizer = CompiledAdam(model.parameters(), lr=0.05, weight_decay=1e-3)
    plateau = Plateau(optimizer, PlateauConfig())
    for epoch in range(24):
        for rows in torch.randperm(len(x)).chunk(4):
            loss = F.mse_loss(model(x[rows]), y[rows])
            optimizer.zero_grad(set_to_none=False)
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            value = F.mse_loss(model(x_val), y_val).item()
        plateau.step(value)
        if epoch % 4 == 3:
            rate = float(optimizer.param_groups[0]["lr"])
            print(f"epoch {epoch} mse {value:.5f} lr {rate:.6f} cuts {plateau.cuts}")


if __name__ == "__main__":
    main()
