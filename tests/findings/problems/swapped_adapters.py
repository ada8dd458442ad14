import torch


class Adapter(torch.nn.Module):
    def __init__(self, rank):
        super().__init__()
        self.up = torch.nn.Parameter(torch.zeros(8, rank), requires_grad=False)

    def forward(self, x):
        return x @ self.up @ self.up.T


class Store:
    def __init__(self, ranks):
        self.weights = {name: torch.ones(8, rank) for name, rank in ranks.items()}

    def activate(self, layer, name):
        layer.up.data = self.weights[name]


def main():
    layer = Adapter(4)
    store = Store({"legal": 4, "billing": 2, "sales": 3})
    compiled = torch.compile(layer, backend="eager")
    for name in ("legal", "billing", "sales", "legal"):
        store.activate(layer, name)
        print(name, compiled(torch.ones(2, 8)).sum().item())


main()
