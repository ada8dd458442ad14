from contextlib import contextmanager

import torch


class Steering:
    def __init__(self, blocks):
        self.blocks = blocks

    @contextmanager
    def applied(self, layer, vector):
        def hook(module, args, output):
            return output + vector

        handle = self.blocks[layer].register_forward_hook(hook)
        try:
            yield
        finally:
            handle.remove()


def contrast_directions(model, positive, negative):
    with torch.no_grad():
        high, low = model(positive)[1], model(negative)[1]
    diff = (high - low)[:, :, -1].mean(1)
    return diff / diff.norm(dim=-1, keepdim=True)


def entropy(logp):
    return -(logp.exp() * logp).sum(-1).mean()
