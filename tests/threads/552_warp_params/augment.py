import torch
from torch import nn

from generator import RotationGenerator
from geometry import rotation_matrix, warp


class RandomRotation(nn.Module):
    def __init__(self, degrees=25.0, scale=(0.8, 1.2)):
        super().__init__()
        self.generator = RotationGenerator(degrees, scale)

    def apply(self, images, params):
        height = int(params["input_shape"][-2])
        width = int(params["input_shape"][-1])
        return warp(images, rotation_matrix(params["angle"], params["zoom"]), height, width)

    def forward(self, images):
        return self.apply(images, self.generator.draw(images))


class Brightness(nn.Module):
    def __init__(self, amount=0.2):
        super().__init__()
        self.amount = amount

    def forward(self, images):
        shift = (torch.rand(images.shape[0], 1, 1, 1) * 2 - 1) * self.amount
        return (images + shift).clamp(0, 1)
