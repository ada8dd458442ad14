import torch


@torch.compile(backend="eager")
def pooled(frames):
    return torch.stack(list(frames)).mean(0).relu()


def main():
    torch.manual_seed(0)
    for count in (5, 2, 7, 3, 8, 4):
        frames = [torch.randn(4) for _ in range(count)]
        y = pooled(frames)
    print(tuple(y.shape))


main()
