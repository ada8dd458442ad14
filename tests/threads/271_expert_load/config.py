from dataclasses import dataclass


@dataclass(frozen=True)
class MoEConfig:
    vocab: int = 40
    dim: int = 16
    experts: int = 6
    top_k: int = 2
    layers: int = 2
    bias_rate: float = 0.01
    aux_weight: float = 0.02
    backend: str = "eager"
