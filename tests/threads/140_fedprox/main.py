"""Federated averaging (FedProx) of four clients with skewed labels."""
import logging

import torch

from client import Client
from server import Server, make_shard

logging.basicConfig(level=logging.WARNING)


def main():
    torch.manual_seed(11)
    server = Server(dim=6, classes=3)
    clients = [Client(i, make_shard(i, 6, 3)) for i in range(4)]
    for r in range(4):
        server.announce(r)
        updates = [c.local_round(server.weights) for c in clients]
        server.aggregate(updates)
        print("round %d loss %.5f" % (r, server.evaluate(clients)))
    print("weight norm %.4f" % server.weights[0].norm().item())


if __name__ == "__main__":
    main()
