import torch


class StaticLayerCache:
    def __init__(self, batch, heads, max_len, head_dim):
        self.keys = torch.zeros(batch, heads, max_len, head_dim)
        self.values = torch.zeros(batch, heads, max_len, head_dim)

    def update(self, key, value, cache_position):
        self.keys.index_copy_(2, cache_position, key)
        self.values.index_copy_(2, cache_position, value)
        return self.keys, self.values


def build_cache(config, batch):
    return [
        StaticLayerCache(batch, config.heads, config.max_len, config.width // config.heads)
        for _ in range(config.layers)
    ]
