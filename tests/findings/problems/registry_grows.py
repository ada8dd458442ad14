import torch

EFFECTS = {}


def register(name, effect):
    EFFECTS[name] = effect


@torch.compile(backend="eager")
def applied(x):
    for effect in EFFECTS.values():
        x = effect(x)
    return x


def main():
    for name in ("abs", "sin", "cos", "tan"):
        register(name, getattr(torch, name))
        y = applied(torch.arange(4.0))
    print(y)


main()
