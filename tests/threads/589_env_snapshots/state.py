from dataclasses import asdict, dataclass

import torch


@dataclass
class CartState:
    pos: torch.Tensor
    vel: torch.Tensor
    angle: torch.Tensor
    spin: torch.Tensor

    def as_dict(self):
        return asdict(self)

    def observation(self):
        return torch.stack(list(self.as_dict().values()), dim=-1)

    @property
    def batch(self):
        return self.pos.shape[0]


def reset(n, generator):
    draw = 0.1 * (torch.rand(4, n, generator=generator) - 0.5)
    return CartState(*draw.unbind(0))
