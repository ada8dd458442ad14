import torch


def data(n, seed):
    g = torch.Generator().manual_seed(seed)
    x = torch.randn(n, 8, generator=g)
    return x, torch.stack([x[:, 0] * x[:, 1], x[:, 2], x.sum(1), x[:, 3].abs()], 1)


def fit(model, steps):
    opt = torch.optim.Adam(model.parameters(), lr=0.02)
    losses = []
    for i in range(steps):
        x, y = data(32, seed=i)
        loss = (model(x) - y).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
