from dataclasses import dataclass

import torch


@dataclass
class CellConfig:
    inputs: int = 6
    hidden: int = 24
    outputs: int = 2
    dtype: torch.dtype = torch.float32
    device: str = "cpu"
    trainable: bool = True


def tensor_options(config):
    return {
        "dtype": config.dtype,
        "device": torch.device(config.device),
        "requires_grad": config.trainable,
    }
