from dataclasses import dataclass


@dataclass
class PolicySettings:
    obs_dim: int = 4
    act_dim: int = 2
    hidden: int = 32
    min_log_std: float = -3.0
    max_log_std: float = 1.0
    strict: bool = True


@dataclass
class TrainSettings:
    horizon: int = 64
    updates: int = 12
    lr: float = 3e-3
    clip: float = 0.2
    entropy_weight: float = 0.01
    seed: int = 3
