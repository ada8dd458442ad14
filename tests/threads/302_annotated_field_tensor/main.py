from fields import gaussian
from solver import HeatSolver, SolverConfig


def describe(field):
    label = f"{field.quantity} [{field.unit}]"
    if field.source is not None:
        label += f" from {field.source}"
    return label


def main():
    sources = [
        gaussian((6.0, 6.0), quantity="temperature", unit="K"),
        gaussian((3.0, 8.0), quantity="tracer", unit="mol/m3", source="buoy 4"),
    ]
    for field in sources:
        solver = HeatSolver(SolverConfig(), field.spacing)
        result = solver.run(field, steps=6)
        print(describe(result))
        print(f"  peak {result.max().item():.6f} total {result.sum().item():.4f}")
        print(f"  change {(result - field).plain().abs().mean().item():.6f}")


if __name__ == "__main__":
    main()
