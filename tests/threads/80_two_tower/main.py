import torch

from data import impressions
from schema import Schema
from towers import TwoTower, sampled_softmax


def train(model, batches, lr):
    opt = torch.optim.Adagrad(model.parameters(), lr=lr)

    @torch.compile(backend="aot_eager")
    def loss_on(batch):
        users, items = model(batch)
        return sampled_softmax(users, items, batch.weight)

    history = []
    for batch in batches:
        loss = loss_on(batch)
        opt.zero_grad()
        loss.backward()
        opt.step()
        history.append(loss.item())
    return history


def main():
    torch.manual_seed(21)
    schema = Schema(ids=("user", "item"), dense=("age", "hour"), extra=("weight",))
    model = TwoTower(users=50, items=80, dim=16, dense=2)
    batches = [schema.collate(chunk) for chunk in impressions(steps=6, size=24)]
    history = train(model, batches, lr=0.05)
    print("loss", " ".join(f"{v:.5f}" for v in history))
    print(f"norm {model.item.weight.norm().item():.5f}")


if __name__ == "__main__":
    main()
