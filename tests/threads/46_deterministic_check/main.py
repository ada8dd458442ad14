"""A validation with deterministic algorithms, between epochs without (pytorch#162522)."""
import torch
import torch.nn as nn

from evaluation import validate


class Recommender(nn.Module):
    def __init__(self, users=6, items=9, dim=4):
        super().__init__()
        self.users = nn.Embedding(users, dim)
        self.items = nn.Embedding(items, dim)

    def forward(self, user, item):
        return (self.users(user) * self.items(item)).sum(-1)


@torch.compile(backend="eager")
def ranking_loss(good, bad):
    return -nn.functional.logsigmoid(good - bad).mean()


def triples(n, seed):
    gen = torch.Generator().manual_seed(seed)
    draw = lambda high: torch.randint(0, high, (n,), generator=gen)
    return draw(6), draw(9), draw(9)


def main():
    torch.manual_seed(0)
    model = Recommender()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=1.0)
    for epoch in range(3):
        for step in range(4):
            user, good, bad = triples(12, step)
            loss = ranking_loss(net(user, good), net(user, bad))
            opt.zero_grad()
            loss.backward()
            opt.step()
        accuracy = validate(net, [triples(12, 100 + i) for i in range(2)])
        print(epoch, f"{loss.item():.4f} {accuracy:.4f}")


if __name__ == "__main__":
    main()
