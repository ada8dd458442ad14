from dataclasses import dataclass, field
from functools import cached_property


@dataclass
class SiteConfig:
    alphabet: str = "ACGTN"
    width: int = 48
    heads: int = 4
    depth: int = 2
    classes: int = 3
    motif_sizes: list = field(default_factory=lambda: [3, 5, 9])

    @cached_property
    def head_dim(self):
        return self.width // self.heads

    @cached_property
    def softmax_scale(self):
        return self.head_dim**-0.5

    def index(self, letter):
        return self.alphabet.index(letter)
