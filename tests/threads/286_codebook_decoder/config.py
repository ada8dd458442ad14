from dataclasses import dataclass


@dataclass(frozen=True)
class TTSConfig:
    num_codebooks: int = 6
    codebook_size: int = 40
    dim: int = 32
    heads: int = 4
    layers: int = 2
    frames: int = 5
    hop: int = 16
