import torch

import config
from scoring import hit_rate
from towers import TwoTower


def interactions(cfg, generator):
    users = torch.randint(0, cfg.model.num_users, (cfg.train.batch,), generator=generator)
    items = (users * 7 + torch.randint(0, 5, users.shape, generator=generator)) % cfg.model.num_items
    return users, items


def main():
    cfg = config.load(train={"steps": 15})
    torch.manual_seed(cfg.seed)
    g = torch.Generator().manual_seed(cfg.seed)
    freq = torch.rand(cfg.model.num_items, generator=g) + 0.1
    model = TwoTower(cfg, freq / freq.sum())
    step = torch.compile(model, backend="inductor")
    opt = torch.optim.Adam(model.parameters(), lr=cfg.train.lr)

    for i in range(cfg.train.steps):
        users, items = interactions(cfg, g)
        loss = step(users, items)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if i % 5 == 0:
            print(f"step {i:2d} loss {loss.item():.4f}")

    with torch.no_grad():
        users, items = interactions(cfg, g)
        scores = model.user(users) @ model.item(torch.arange(cfg.model.num_items)).t()
    print(f"final {loss.item():.4f} hit@10 {hit_rate(scores, items):.3f}")


if __name__ == "__main__":
    main()
