from dataclasses import dataclass

import torch

from client import Client
from network import NetConfig, SiteNet, shared_state


@dataclass
class Schedule:
    rounds: int = 3
    per_round: int = 5
    local_steps: int = 4
    lr: float = 0.1


class Server:
    def __init__(self, clients: list[Client], cfg: NetConfig, schedule: Schedule) -> None:
        self.clients, self.schedule = clients, schedule
        self.state = shared_state(SiteNet(cfg, "server"))

    def select(self, index: int) -> list[Client]:
        count = self.schedule.per_round
        return [self.clients[(index * count + k) % len(self.clients)] for k in range(count)]

    def average(self, uploads: list[tuple[int, dict[str, torch.Tensor]]]) -> None:
        total = sum(n for n, _ in uploads)
        self.state = {k: sum(s[k] * (n / total) for n, s in uploads) for k in self.state}

    def round(self, index: int) -> dict[str, float]:
        losses, uploads = {}, []
        for client in self.select(index):
            client.receive(self.state)
            losses[client.site] = client.fit(self.schedule.local_steps, self.schedule.lr)
            uploads.append(client.upload())
        self.average(uploads)
        return losses


def checksum(state: dict[str, torch.Tensor]) -> float:
    return sum(v.abs().sum().item() for v in state.values())
