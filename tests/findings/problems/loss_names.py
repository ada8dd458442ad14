import torch


def total(losses, weights):
    value = torch.zeros(())
    for name in sorted(losses):
        value = value + weights[name] * losses[name].mean()
    return value


def main():
    torch.manual_seed(0)
    compiled = torch.compile(total, backend="eager")
    weights = {}
    for step in range(6):
        weights[f"task{step}"] = torch.tensor(1.0)
        losses = {name: torch.rand(3) for name in weights}
        y = compiled(losses, weights)
    print(y.dim())


main()
