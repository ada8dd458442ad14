from dataclasses import dataclass

import torch


@dataclass
class RolloutState:
    anchor: torch.Tensor
    previous: torch.Tensor
    frame: torch.Tensor
    index: int = 0

    @classmethod
    def from_first_frame(cls, first):
        return cls(anchor=first, previous=first, frame=first)

    def advance(self, frame):
        return RolloutState(self.anchor, self.frame, frame, self.index + 1)


def moving_square(size=16, side=4, shift=0):
    image = torch.full((1, 1, size, size), -1.0)
    image[..., 2 + shift:2 + shift + side, 3:3 + side] = 1.0
    return image


def psnr(a, b):
    mse = (a - b).square().mean().clamp_min(1e-8)
    return 10.0 * torch.log10(4.0 / mse)
