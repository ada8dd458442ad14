import torch

from lattice import Lattice, hot_corner
from layers import HeatNet
from train import fit, reference


def main():
    torch.manual_seed(3)
    lattice = Lattice(6, 5)
    operator = lattice.operator()
    field = hot_corner(lattice, channels=2)
    target = reference(field, operator)
    net = HeatNet(operator, channels=2, hops=3)
    model = torch.compile(net, backend="aot_eager")
    history = fit(model, field, target, epochs=15)
    print("first", round(history[0], 5), "last", round(history[-1], 5))
    print("rates", [round(torch.sigmoid(h.rate).mean().item(), 3) for h in net.hops])
    print("nodes", lattice.num_nodes, "edges", lattice.edges.shape[1])


if __name__ == "__main__":
    main()
