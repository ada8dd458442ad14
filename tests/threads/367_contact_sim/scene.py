from dataclasses import dataclass, field

import numpy as np


@dataclass
class SceneConfig:
    num_balls: int = 6
    radius: float = 0.1
    gravity: float = -9.81
    stiffness: float = 800.0
    damping: float = 2.0
    air_drag: float = 0.02
    dt: float = 2e-3
    bounds: tuple = field(default=(-1.0, 1.0))


def spawn(cfg: SceneConfig, num_envs: int, seed: int) -> dict:
    """Initial fields of a scene, as the loader of the XML files gives them."""
    rng = np.random.default_rng(seed)
    low, high = cfg.bounds
    shape = (num_envs, cfg.num_balls)
    pos = np.stack((rng.uniform(low, high, shape), rng.uniform(0.1, 0.5, shape)), -1)
    vel = rng.normal(0.0, 0.5, shape + (2,))
    return {
        "pos": pos.astype(np.float32),
        "vel": vel.astype(np.float32),
        "ncon": np.zeros(num_envs, dtype=np.int32),
        "impulse": np.zeros(num_envs, dtype=np.float32),
    }
