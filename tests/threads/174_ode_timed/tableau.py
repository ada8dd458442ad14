"""Butcher tableaus."""
from typing import NamedTuple, Tuple


class Tableau(NamedTuple):
    name: str
    a: Tuple[Tuple[float, ...], ...]
    b: Tuple[float, ...]


HEUN = Tableau("heun", ((), (1.0,)), (0.5, 0.5))
RK4 = Tableau(
    "rk4",
    ((), (0.5,), (0.0, 0.5), (0.0, 0.0, 1.0)),
    (1 / 6, 1 / 3, 1 / 3, 1 / 6),
)
