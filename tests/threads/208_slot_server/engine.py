import collections
import logging

import torch

from core import Batch, get_context

logger = logging.getLogger("slots")


class Engine:
    """Continuous batching with a fixed number of slots."""

    def __init__(self, model, slots, backend):
        self.slots = slots
        self.waiting = collections.deque()
        self.running = []
        self.finished = {}
        self.logits = torch.compile(model, backend=backend)

    def schedule(self):
        while self.waiting and len(self.running) < self.slots:
            self.running.append(self.waiting.popleft())
        return Batch(reqs=list(self.running), slots=self.slots)

    @torch.inference_mode()
    def step(self):
        batch = self.schedule()
        get_context().batch = batch
        logger.info("step with %d requests", len(batch.reqs))
        tokens = torch.zeros(batch.slots, dtype=torch.long)
        tokens[: len(batch.reqs)] = torch.tensor([r.last for r in batch.reqs])
        choice = self.logits(tokens).argmax(-1).tolist()
        for request, token in zip(batch.reqs, choice):
            request.produced.append(token)
            if len(request.produced) == request.budget:
                self.running.remove(request)
                self.finished[request.uid] = request.produced

    def run(self):
        while self.waiting or self.running:
            self.step()
        return self.finished
