import torch


class TileCache:
    """Keeps tiles on the host in half precision after their first read."""

    def __init__(self, archive, capacity):
        self.archive = archive
        self.capacity = capacity
        self.store = {}

    def fetch(self, i):
        if i in self.store:
            return self._decode(self.store[i])
        tile = self.archive.read(i)
        if len(self.store) < self.capacity:
            self.store[i] = self._encode(tile)
        return self._decode(self._encode(tile))

    @staticmethod
    def _encode(tile):
        return (tile * 65535.0).round().to(torch.int32)

    @staticmethod
    def _decode(raw):
        return raw.float() / 65535.0

    def flush_to(self, path=None):
        packed = {i: t.numpy().copy() for i, t in self.store.items()}
        self.store = {i: torch.from_numpy(a) for i, a in packed.items()}
        return sum(a.nbytes for a in packed.values())


class BatchLoader:
    def __init__(self, cache, labels, batch_size):
        self.cache = cache
        self.labels = labels
        self.batch_size = batch_size

    def __iter__(self):
        order = torch.randperm(len(self.labels)).tolist()
        for k in range(0, len(order), self.batch_size):
            idx = order[k : k + self.batch_size]
            yield torch.stack([self.cache.fetch(i) for i in idx]), self.labels[idx]
