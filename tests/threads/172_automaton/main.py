"""Neural cellular automaton growing a disc from one seed cell."""
import torch

from automaton import Automaton
from instrument import report
from target import disc, seed_grid


def main():
    torch.manual_seed(20)
    nca = Automaton(channels=6, hidden=12, stages=2)
    for i, stage in enumerate(list(nca.stages)):
        nca.stages[i] = torch.compile(stage, backend="aot_eager")
    goal = disc(12, 4.0)
    opt = torch.optim.Adam(nca.parameters(), lr=2e-3)
    for it in range(3):
        grid = nca(seed_grid(12, 6), rounds=2)
        loss = (grid[:, 0] - goal).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"iter {it} loss {loss.item():.4f} alive {(grid[:, 0] > 0.1).sum().item()}")
    print("updates", nca.updates, "timed calls", report())


if __name__ == "__main__":
    main()
