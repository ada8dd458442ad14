import torch

ACTIVATIONS = [torch.relu, torch.tanh, torch.sigmoid]


def layer(x, weight, activation):
    return activation(x @ weight)


def main():
    torch.manual_seed(0)
    compiled = torch.compile(layer, backend="eager")
    weight = torch.randn(8, 8)
    for number in range(9):
        y = compiled(torch.randn(2, 8), weight, ACTIVATIONS[number % 3])
    print(tuple(y.shape))


main()
