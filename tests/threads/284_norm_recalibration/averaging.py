import torch
from torch import nn


class WeightAverage:
    def __init__(self, model):
        self.params = [p.detach().clone() for p in model.parameters()]
        self.count = 1

    def update(self, model):
        self.count += 1
        for mean, p in zip(self.params, model.parameters()):
            mean.lerp_(p.detach(), 1.0 / self.count)

    @torch.no_grad()
    def copy_to(self, model):
        for p, mean in zip(model.parameters(), self.params):
            p.copy_(mean)


def norm_layers(model):
    return [m for m in model.modules() if isinstance(m, nn.modules.batchnorm._BatchNorm)]


@torch.no_grad()
def recalibrate(model, batches):
    layers = norm_layers(model)
    saved = [layer.momentum for layer in layers]
    for layer in layers:
        layer.reset_running_stats()
        layer.momentum = None
    for batch in batches:
        model(batch)
    for layer, momentum in zip(layers, saved):
        layer.momentum = momentum
