import torch


@torch.compile(backend="eager")
def shifted(x, mode, flip):
    if flip:
        x = x.flip(0)
    if mode.startswith("shift"):
        x = x + 1
    return x


def main():
    torch.manual_seed(0)
    for number in range(12):
        y = shifted(torch.ones(4), f"shift_{number}", number % 2 == 0)
    print(y.sum().item())


main()
