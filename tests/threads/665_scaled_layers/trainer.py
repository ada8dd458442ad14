import torch
import torch.nn.functional as F

from scaling import precompute_scales, tensor_scale


class Trainer:
    def __init__(self, stages, lr=0.05):
        self.stages = stages
        self.compiled = [torch.compile(s, backend="aot_eager") for s in stages]
        self.opt = torch.optim.SGD([p for s in stages for p in s.parameters()], lr=lr, momentum=0.9)
        self.scales = None

    def current_scales(self):
        if self.scales is None:
            return [tensor_scale(s.weight) for s in self.stages]
        return self.scales

    def forward(self, x):
        for stage, scale in zip(self.compiled, self.current_scales()):
            x = stage(x, scale)
        return x

    def train_step(self, x, y):
        loss = F.cross_entropy(self.forward(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.scales = precompute_scales([s.weight for s in self.stages])
        return loss.item()
