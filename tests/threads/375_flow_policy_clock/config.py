from dataclasses import dataclass


@dataclass
class PolicyConfig:
    state_dim: int = 14
    action_dim: int = 7
    chunk: int = 8
    hidden: int = 48
    num_steps: int = 10
    replan_every: int = 4
    action_clip: float = 2.5
    backend: str = "aot_eager"
