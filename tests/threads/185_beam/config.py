from dataclasses import dataclass


@dataclass(frozen=True)
class GenConfig:
    seed: int = 4
    width: int = 24
    beams: int = 3
    max_new: int = 7
    penalty: float = 1.3
    compile: bool = True
    backend: str = "eager"


def load_config(**changes):
    return GenConfig(**changes)
