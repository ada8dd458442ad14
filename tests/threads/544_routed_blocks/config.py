from dataclasses import dataclass


@dataclass(frozen=True)
class ModelConfig:
    vocab: int = 48
    dim: int = 32
    layers: int = 2
    experts: int = 4
    aux_weight: float = 0.01
    remat: bool = True
