import torch


class LayerCache:
    """Keys and values of one attention layer for the frames made so far."""

    def __init__(self, batch, heads, capacity, head_dim):
        self.capacity = capacity
        self.k = torch.zeros(batch, heads, capacity, head_dim)
        self.v = torch.zeros(batch, heads, capacity, head_dim)
        self.cursor = 0

    def write(self, k, v):
        end = self.cursor + k.shape[2]
        self.k[:, :, self.cursor:end] = k
        self.v[:, :, self.cursor:end] = v
        return self.k[:, :, :end], self.v[:, :, :end]

    def commit(self, n):
        if self.cursor + n > self.capacity:
            raise ValueError("video is longer than the cache")
        self.cursor += n

    def clear(self):
        self.k.zero_()
        self.v.zero_()
        self.cursor = 0


def build_caches(cfg, batch):
    capacity = cfg.max_chunks * cfg.chunk_tokens
    return [LayerCache(batch, cfg.heads, capacity, cfg.dim // cfg.heads) for _ in range(cfg.layers)]
