import torch

from client import Client
from network import NetConfig
from server import Schedule, Server, checksum

SITES = ["basel", "bern", "chur", "geneva", "lausanne", "locarno", "lugano", "sion", "thun", "zug", "zurich"]


def build(cfg: NetConfig) -> list[Client]:
    shifts = torch.linspace(-1.0, 1.0, len(SITES)).tolist()
    return [Client(site, cfg, rows=40, shift=shift) for site, shift in zip(SITES, shifts)]


if __name__ == "__main__":
    torch.manual_seed(17)
    cfg = NetConfig()
    server = Server(build(cfg), cfg, Schedule())
    for index in range(server.schedule.rounds):
        losses = server.round(index)
        text = " ".join(f"{site}={loss:.4f}" for site, loss in losses.items())
        print(f"round {index} {text} |w|={checksum(server.state):.4f}")
