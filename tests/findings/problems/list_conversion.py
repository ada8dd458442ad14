import torch


def pack(tokens, lengths):
    out = []
    for row, length in zip(tokens, lengths.tolist()):
        out.append(row[:length].sum())
    return torch.stack(out)


def main():
    torch.manual_seed(0)
    compiled = torch.compile(pack, backend="eager")
    for _ in range(3):
        y = compiled(torch.randn(4, 10), torch.randint(2, 10, (4,)))
    print(tuple(y.shape))


main()
