import torch

from layers import RankingTower
from study import ablate, strongest


def main():
    torch.manual_seed(3)
    tower = RankingTower().eval()
    rank = torch.compile(tower, backend="aot_eager")
    batch = torch.randn(32, 24)
    full, effects = ablate(tower, rank, batch)
    print(f"mean score {full.mean().item():.4f}")
    for e in effects:
        print(f"block {e.index} {e.kind:16s} shift {e.shift:.4f} flips {e.flips}")
    print("strongest block:", strongest(effects).index)


if __name__ == "__main__":
    main()
