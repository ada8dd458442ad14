"""A one-process stand-in for the pipeline engine: runs the layers one after another."""
from layers import DownLayer, EmbedLayer, HeadLayer, UpLayer


def build(width, depth):
    layers = [EmbedLayer(width)]
    layers += [DownLayer(width) for _ in range(depth)]
    layers += [UpLayer(width) for _ in range(depth)]
    layers.append(HeadLayer(width))
    return layers


class Pipeline:
    def __init__(self, layers, config):
        self.layers = layers
        if config.get("compile"):
            self.compile(config["backend"])

    def compile(self, backend):
        # the stem and the head are tiny, leave them alone
        for layer in self.layers[1:-1]:
            layer.compile(backend=backend)

    def parameters(self):
        for layer in self.layers:
            yield from (p for p in layer.parameters() if p.requires_grad)

    def __call__(self, x, t):
        state = (x, t)
        for layer in self.layers:
            state = layer(state)
        return state
