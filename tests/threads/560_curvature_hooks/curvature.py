import torch
from torch import nn


class InputCurvature:
    """Running second moment of the inputs of every hidden Linear."""

    def __init__(self, model, decay=0.9):
        self.decay = decay
        self.layers = [m for m in model.blocks.modules() if isinstance(m, nn.Linear)]
        for layer in self.layers:
            layer.register_buffer("moment", torch.zeros(layer.in_features, layer.in_features))
            layer.seen = 0
            layer.register_forward_pre_hook(self.observe)

    def observe(self, layer, args):
        with torch.no_grad():
            x = args[0].detach().flatten(0, -2)
            layer.moment.mul_(self.decay).add_(x.T @ x / len(x), alpha=1 - self.decay)
        layer.seen += 1

    def whiten(self, layer, grad):
        moment = layer.moment / (1 - self.decay ** int(layer.seen))
        eye = torch.eye(moment.shape[0])
        damped = moment + 0.1 * moment.diagonal().mean() * eye
        return torch.linalg.solve(damped, grad.T).T
