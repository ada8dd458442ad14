from dataclasses import dataclass

import torch

from graph import InteractionGraph, synthetic_purchases
from model import LightGCN, bpr_loss


@dataclass
class Config:
    num_users: int = 30
    num_items: int = 40
    per_user: int = 6
    batch: int = 64
    steps: int = 6
    lr: float = 0.05


class TripletSampler:
    def __init__(self, users, items, cfg):
        self.users, self.items, self.cfg = users, items, cfg
        self.generator = torch.Generator().manual_seed(0)

    def __iter__(self):
        for _ in range(self.cfg.steps):
            pick = torch.randint(0, self.users.numel(), (self.cfg.batch,), generator=self.generator)
            negatives = torch.randint(0, self.cfg.num_items, (self.cfg.batch,), generator=self.generator)
            yield self.users[pick], self.items[pick], negatives


def main():
    torch.manual_seed(0)
    cfg = Config()
    users, items = synthetic_purchases(cfg.num_users, cfg.num_items, cfg.per_user)
    model = LightGCN(InteractionGraph(users, items, cfg.num_users, cfg.num_items))
    scorer = torch.compile(model, backend="aot_eager", fullgraph=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    for step, batch in enumerate(TripletSampler(users, items, cfg)):
        loss = bpr_loss(*scorer(*batch))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} bpr {loss.item():.4f}")
    with torch.no_grad():
        nodes = model.node_embeddings()
    print("norm", f"{nodes.norm().item():.4f}", "mean", f"{nodes.mean().item():.4f}")


if __name__ == "__main__":
    main()
