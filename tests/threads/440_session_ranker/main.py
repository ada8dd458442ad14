import torch

from data import SessionLoader
from model import RankingTask, SessionRanker


def main(lr=0.5):
    torch.manual_seed(2)
    loader = SessionLoader()
    task = RankingTask(SessionRanker(loader.items))
    step = torch.compile(task, backend="aot_eager")
    opt = torch.optim.SGD(task.parameters(), lr=lr)
    for i, b in enumerate(loader):
        loss, scores = step(b.history, b.counts, b.candidates, b.clicked)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"{i} loss {loss.item():.5f} mean {scores.mean().item():+.5f}")
    print(f"norm {task.model.items.weight.norm().item():.5f}")


if __name__ == "__main__":
    main()
