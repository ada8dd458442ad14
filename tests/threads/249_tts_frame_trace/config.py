from dataclasses import dataclass


@dataclass
class AcousticConfig:
    vocab: int = 40
    hidden: int = 48
    n_mels: int = 20
    attn_dim: int = 24
    prenet_dim: int = 32
    max_frames: int = 6
    gate_threshold: float = 0.95
    report_focus: bool = True
    seed: int = 11
