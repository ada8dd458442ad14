import torch
import torch.nn as nn

from devices import device_and_dtype


class RandomRotation(nn.Module):
    def __init__(self, limits):
        super().__init__()
        self.limits = limits

    def draw(self, n):
        device, dtype = device_and_dtype(list(self.limits))
        low, high = self.limits
        return low + (high - low) * torch.rand(n, device=device, dtype=dtype)

    def forward(self, cloud):
        angle = self.draw(cloud.shape[0])
        cos, sin = angle.cos(), angle.sin()
        matrix = torch.stack([cos, -sin, sin, cos], -1).unflatten(-1, (2, 2))
        return cloud @ matrix.mT, angle
