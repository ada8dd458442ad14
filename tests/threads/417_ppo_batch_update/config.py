from dataclasses import dataclass


@dataclass(frozen=True)
class PPOConfig:
    obs_dim: int = 6
    act_dim: int = 2
    hidden: int = 32
    horizon: int = 16
    num_envs: int = 4
    epochs: int = 3
    iterations: int = 3
    gamma: float = 0.98
    lam: float = 0.95
    clip: float = 0.2
    value_coef: float = 0.5
    lr: float = 3e-3
    normalize_advantage: bool = True
