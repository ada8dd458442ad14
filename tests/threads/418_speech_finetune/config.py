from dataclasses import dataclass


@dataclass
class SpeechConfig:
    conv_dim: int = 16
    hidden: int = 32
    ffn: int = 64
    num_layers: int = 4
    heads: int = 4
    kernels: tuple = (10, 3, 3)
    strides: tuple = (5, 2, 2)
    vocab: int = 12
    freeze_frontend: bool = True
    lr: float = 2e-3
    steps: int = 5
