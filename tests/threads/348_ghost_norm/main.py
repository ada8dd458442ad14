import numpy as np
import torch
import torch.nn.functional as F

from tabnet import TabConfig, TabNet


def load_table(rows, features, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(rows, features)).astype(np.float32)
    weights = rng.normal(size=features).astype(np.float32)
    y = x @ weights + 0.3 * x[:, 0] * x[:, 1]
    return torch.from_numpy(x), torch.from_numpy(y / y.std())


def evaluate(model, x, y):
    model.eval()
    with torch.no_grad():
        pred, _ = model(x)
    model.train()
    return F.mse_loss(pred, y).item()


def main():
    torch.manual_seed(0)
    cfg = TabConfig()
    x, y = load_table(320, cfg.features)
    model = TabNet(cfg)
    compiled = torch.compile(model, backend="eager")
    optim = torch.optim.Adam(model.parameters(), lr=0.02)
    for epoch in range(3):
        for rows in torch.randperm(240).split(80):
            pred, prior = compiled(x[rows])
            loss = F.mse_loss(pred, y[rows]) + 1e-3 * (prior ** 2).mean()
            optim.zero_grad()
            loss.backward()
            optim.step()
        print(f"epoch {epoch} loss {loss.item():.5f} held out {evaluate(model, x[240:], y[240:]):.5f}")


if __name__ == "__main__":
    main()
