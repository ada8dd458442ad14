"""Federated averaging with proximal clients (each client has its own penalty and label smoothing)."""
import torch

from clients import make_clients
from data import make_shards
from server import Server


def main():
    torch.manual_seed(5)
    shards, test = make_shards(n_clients=5, seed=2)
    server = Server(dim=8, n_classes=3)
    clients = make_clients(shards)
    for rnd in range(3):
        drift = server.round(clients)
        acc = server.evaluate(*test)
        print(f"round {rnd} drift {drift:.5f} acc {acc:.3f}")
    print(f"checksum {sum(p.sum() for p in server.model.parameters()):.5f}")


if __name__ == "__main__":
    main()
