import torch

SETTINGS = {"step": 0.25, "span": 1.0}


def loaded():
    return {name: torch.tensor(value) for name, value in SETTINGS.items()}


@torch.compile(backend="eager")
def integrate(x, settings):
    t = 0.0
    while t < settings["span"]:
        x = x + settings["step"] * torch.sin(x)
        t = t + settings["step"]
    return x


def main():
    print(integrate(torch.arange(4.0), loaded()))


main()
