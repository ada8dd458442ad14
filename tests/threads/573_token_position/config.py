from dataclasses import dataclass


@dataclass
class TextConfig:
    vocab: int = 96
    dim: int = 32
    heads: int = 4
    layers: int = 2
    max_context: int = 32
    image_tokens: int = 6
    eos_id: int = 0

    @property
    def head_dim(self):
        return self.dim // self.heads
