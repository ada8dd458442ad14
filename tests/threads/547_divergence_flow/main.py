import torch

from calculus import standard_log_prob
from field import VelocityField
from solver import FlowSolver


def freeze(module):
    for p in module.parameters():
        p.requires_grad_(False)
    return module.eval()


def main():
    torch.manual_seed(21)
    field = freeze(VelocityField())
    solver = FlowSolver(field, steps=8)
    start = torch.randn(32, field.dim)
    end, logdet, cost = solver.run(start)
    log_prob = standard_log_prob(start) + logdet
    print(f"mean {end.mean().item():.4f}")
    print(f"log prob {log_prob.mean().item():.4f}")
    print(f"cost {cost.mean().item():.4f}")


if __name__ == "__main__":
    main()
