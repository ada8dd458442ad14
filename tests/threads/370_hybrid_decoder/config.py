from dataclasses import dataclass


@dataclass
class LMConfig:
    vocab: int = 48
    width: int = 32
    kernel: int = 4
    n_layers: int = 4
    backend: str = "eager"
