import torch


@torch.compile(backend="eager")
def chunked(x, size):
    parts = [x[begin : begin + size].sum() for begin in range(0, 12, size)]
    return torch.stack(parts)


def main():
    torch.manual_seed(0)
    x = torch.randn(12)
    for size in (1, 2, 3, 4, 6, 12):
        y = chunked(x, size)
    print(tuple(y.shape))


main()
