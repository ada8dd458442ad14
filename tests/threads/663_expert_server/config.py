from dataclasses import dataclass


@dataclass(frozen=True)
class EngineConfig:
    vocab: int = 64
    width: int = 32
    experts: int = 4
    top_k: int = 2
    layers: int = 2
    slots: int = 4
    prompt_len: int = 12
    new_tokens: int = 4
    no_grad_phases: tuple = ("warmup",)
