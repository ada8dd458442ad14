import torch

from kinetics import Kinetics
from solver import Integrator, SolverConfig

if __name__ == "__main__":
    torch.manual_seed(0)
    model = Kinetics().requires_grad_(False)
    solver = Integrator(model, SolverConfig())
    start = torch.tensor([1.0, 0.2, 0.0, 0.0])
    path = solver.run(start)
    for i, (state, n) in enumerate(zip(path[1:], solver.trace.iterations)):
        print(i, n, " ".join(f"{v:.5f}" for v in state.tolist()))
    print("stiffness", " ".join(f"{s:.3f}" for s in solver.trace.stiffness))
    print(f"slope {solver.sensitivity(path[-1], torch.ones(4)).norm().item():.3f}")
