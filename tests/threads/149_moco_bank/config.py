from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    seed: int = 11
    steps: int = 14
    batch: int = 8
    feat: int = 12
    dim: int = 16
    bank: int = 64
    momentum: float = 0.95
    temperature: float = 0.2
    lr: float = 0.05
    backend: str = "aot_eager"
    compile: bool = True
