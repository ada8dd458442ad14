import itertools
from dataclasses import dataclass, field
from typing import Optional

import torch

_serial = itertools.count(100)


def next_ticket():
    return next(_serial)


@dataclass
class Packet:
    """What the fusion model hands to the retrieval side."""

    embedding: torch.Tensor
    gate: torch.Tensor
    caption_mask: Optional[torch.Tensor] = None
    ticket: int = field(default_factory=next_ticket)

    def pooled_gate(self):
        return self.gate.mean(-1)


class PacketIndex:
    def __init__(self):
        self.rows = {}

    def add(self, packet):
        self.rows[packet.ticket] = packet.embedding

    def match(self, query):
        tickets = list(self.rows)
        scores = torch.stack([(self.rows[t] * query).sum(-1).mean() for t in tickets])
        return tickets[int(scores.argmax())], scores.max()
