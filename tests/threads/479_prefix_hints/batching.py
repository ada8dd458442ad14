from dataclasses import dataclass
from typing import Optional

import torch


@dataclass
class Request:
    rid: int
    tokens: list
    budget: int


@dataclass
class ForwardBatch:
    ids: torch.Tensor
    positions: torch.Tensor
    slots: torch.Tensor
    evicted: Optional[torch.Tensor] = None


class SlotPool:
    def __init__(self, capacity):
        self.free = list(range(capacity))
        self.owner = {}
        self.dropped = []

    def acquire(self, rid):
        slot = self.free.pop(0)
        self.owner[rid] = slot
        return slot

    def release(self, rid):
        slot = self.owner.pop(rid)
        self.free.append(slot)
        self.dropped.append(slot)

    def drain(self):
        out, self.dropped = self.dropped, []
        return torch.tensor(out, dtype=torch.long)


class Scheduler:
    def __init__(self, pool, max_running):
        self.pool, self.max_running = pool, max_running
        self.waiting, self.running = [], []

    def submit(self, request):
        self.waiting.append(request)

    def next_batch(self):
        while self.waiting and len(self.running) < self.max_running:
            request = self.waiting.pop(0)
            self.pool.acquire(request.rid)
            self.running.append(request)
        rows = self.running + [None] * (self.max_running - len(self.running))
        ids = torch.tensor([r.tokens[-1] if r else 0 for r in rows])
        pos = torch.tensor([len(r.tokens) - 1 if r else 0 for r in rows])
        slots = torch.tensor([self.pool.owner[r.rid] if r else -1 for r in rows])
        return ForwardBatch(ids, pos, slots, evicted=self.pool.drain())

    def commit(self, tokens):
        done = []
        for request, token in zip(list(self.running), tokens.tolist()):
            request.tokens.append(token)
            request.budget -= 1
            if request.budget == 0:
                self.running.remove(request)
                self.pool.release(request.rid)
                done.append(request)
        return done
