import copy


class PrefixStore:
    """Keys and values of the observation tokens, one entry a layer."""

    def __init__(self, num_layers):
        self.keys = [None] * num_layers
        self.values = [None] * num_layers

    def put(self, layer, key, value):
        self.keys[layer] = key
        self.values[layer] = value

    def extend(self, layer, key, value, cat):
        self.keys[layer] = cat([self.keys[layer], key], dim=1)
        self.values[layer] = cat([self.values[layer], value], dim=1)
        return self.keys[layer], self.values[layer]

    def length(self):
        return 0 if self.keys[0] is None else self.keys[0].shape[1]

    def branch(self):
        return copy.deepcopy(self)
