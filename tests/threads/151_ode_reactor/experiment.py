import torch


def make_batches(count, size, species):
    gen = torch.Generator().manual_seed(5)
    for _ in range(count):
        yield torch.rand(size, species, generator=gen, dtype=torch.float64)


def train(reactor, batches, lr=1e-2):
    opt = torch.optim.Adam(reactor.kinetics.parameters(), lr=lr)
    dt = torch.full((1, 1), 0.05, dtype=torch.float64)
    losses = []
    for y0 in batches:
        y, t = reactor.simulate(y0, dt)
        loss = ((y - y0.mean(1, keepdim=True)) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses, t.item()
