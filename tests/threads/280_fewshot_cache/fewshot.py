from collections import OrderedDict

import torch


class FewShotCache:
    def __init__(self, encoder, slots, dim, capacity=8):
        self.encoder = encoder
        self.empty = torch.zeros(1, slots, dim)
        self.capacity = capacity
        self.store = OrderedDict()
        self.hits = 0

    @torch.inference_mode()
    def _encode(self, shots):
        ids = torch.tensor([t for question, answer in shots for t in (*question, answer)])
        return self.encoder(ids)

    def lookup(self, task, shots):
        if not shots:
            return self.empty
        key = (task, len(shots))
        if key in self.store:
            self.hits += 1
            self.store.move_to_end(key)
        else:
            self.store[key] = self._encode(shots)
            if len(self.store) > self.capacity:
                self.store.popitem(last=False)
        return self.store[key]
