import torch

from regress import Regressor, make_step
from shards import ShardReader


def worst_shard(history):
    return max(history, key=history.get)


def main():
    torch.manual_seed(1)
    reader = ShardReader(rows=192, features=10, shard_rows=32)
    model = Regressor(10)
    objective = make_step(model, "aot_eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.2, momentum=0.9)
    history = {}
    for epoch in range(3):
        for x, y in reader:
            loss = objective(x, y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            history[x.first_row] = loss.item()
    print("shards", len(history), "worst", worst_shard(history))
    print("last", " ".join(f"{v:.4f}" for v in history.values()))
    print("weight", f"{model.inp.weight.norm().item():.4f}")


if __name__ == "__main__":
    main()
