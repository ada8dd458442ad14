import torch
import torch.nn.functional as F

ACTIVATIONS = {"relu": F.relu, "tanh": torch.tanh, "gelu": F.gelu}


@torch.compile(backend="eager")
def layer(x, name, rate):
    return F.dropout(ACTIVATIONS[name](x), rate)


def main():
    torch.manual_seed(0)
    for rate in (0.0, 0.1, 0.2, 0.3):
        for name in ACTIVATIONS:
            y = layer(torch.randn(2, 8), name, rate)
    print(tuple(y.shape))


main()
