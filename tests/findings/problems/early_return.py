import torch


@torch.compile(backend="eager")
def stepped(x):
    y = x * 2
    if y.sum() > 0:
        return y + 1
    return y - x


def main():
    torch.manual_seed(0)
    for sign in (1, -1):
        y = stepped(torch.rand(8) * sign)
    print(tuple(y.shape))


main()
