from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class RunConfig:
    name: str = "run"
    steps: int = 6
    lr: float = 0.1
    smoothing: float = 0.1
    z_loss: float = 1e-3


_active: ContextVar = ContextVar("active_run")


@contextmanager
def run_scope(cfg: RunConfig):
    token = _active.set(cfg)
    try:
        yield cfg
    finally:
        _active.reset(token)


def current_run() -> RunConfig:
    return _active.get()
