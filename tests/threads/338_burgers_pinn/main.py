import torch

from physics import Burgers, Field
from sampling import AdaptiveCollocation, Domain, initial_line


def main():
    torch.manual_seed(21)
    problem = Burgers(Field())
    loss_fn = torch.compile(problem, backend="aot_eager")
    optimizer = torch.optim.Adam(problem.parameters(), lr=5e-3)
    colloc = AdaptiveCollocation(Domain())
    line, target = initial_line(32)
    for stage in range(4):
        points = colloc.batch()
        for _ in range(15):
            loss, pde, start = loss_fn(points, line, target)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"stage {stage} points {len(points)} pde {pde.item():.4f} start {start.item():.4f}")
        with torch.no_grad():
            colloc.refine(problem.residual)
            probe = problem.field(torch.tensor([[0.5, -0.5], [0.5, 0.25]]))
        print("  u at t=0.5:", " ".join(f"{v:+.3f}" for v in probe.tolist()))


if __name__ == "__main__":
    main()
