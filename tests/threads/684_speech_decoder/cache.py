import torch


class FrameCache:
    """Keys and values of the frames decoded so far, one store per layer."""

    def __init__(self, layers, batch, dim, max_frames):
        self.max_frames = max_frames
        self.keys = [[] for _ in range(layers)]
        self.values = [[] for _ in range(layers)]

    def update(self, layer, key, value, position):
        self.keys[layer].append(key)
        self.values[layer].append(value)
        keys = torch.cat(self.keys[layer], dim=1)
        values = torch.cat(self.values[layer], dim=1)
        return keys, values, None
