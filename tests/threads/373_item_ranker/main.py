import torch

from ranker import Ranker
from store import EmbeddingStore
from towers import TowerConfig, TwoTower


def requests(n, seed):
    g = torch.Generator().manual_seed(seed)
    for i in range(n):
        user = int(torch.randint(0, 6, (1,), generator=g))
        history = torch.randint(0, 40, (5,), generator=g)
        shelf = "home" if i % 3 else "new"
        yield user, history, shelf


def main():
    torch.manual_seed(21)
    model = TwoTower(TowerConfig()).eval()
    store = EmbeddingStore(model, capacity=8)
    g = torch.Generator().manual_seed(1)
    store.load_shelf("home", torch.randint(0, 40, (16,), generator=g))
    ranker = Ranker(model, store, backend="aot_eager")
    for user, history, shelf in requests(9, seed=4):
        fresh = torch.randint(40, 60, (16,), generator=g) if shelf == "new" else None
        top, score = ranker.rank(user, history, shelf, fresh)
        print(f"user {user} {shelf:4s} top {top.tolist()} score {score.sum().item():.5f}")
    print(store.report())


if __name__ == "__main__":
    main()
