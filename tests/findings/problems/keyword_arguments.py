import torch


@torch.compile(backend="eager")
def scaled(x, **kwargs):
    x = x + 1
    for name in sorted(kwargs):
        x = x * kwargs[name]
    return x


def main():
    torch.manual_seed(0)
    scale, gate, bias = torch.ones(3)
    y = scaled(torch.ones(4))
    y = scaled(torch.ones(4), scale=scale)
    y = scaled(torch.ones(4), scale=scale, gate=gate)
    print(y.sum().item())


main()
