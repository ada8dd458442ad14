"""How far (in sigmas squared) a plot may be from the prediction."""
import torch

DEFAULT_GATE = 16.0
BY_LABEL = {
    "T002": 25.0,     # agile target, see the exercise notes
}
BY_KIND = {"air": 1.0, "surface": 0.5}


def gate_for(label, kind="air"):
    return BY_LABEL.get(label, DEFAULT_GATE) * BY_KIND[kind]


def accept(nu, s, gate):
    d2 = nu @ solve2(s, nu)
    return d2 < gate


def solve2(s, nu):
    # 2x2, by hand
    det = s[0, 0] * s[1, 1] - s[0, 1] * s[1, 0]
    a = s[1, 1] * nu[0] - s[0, 1] * nu[1]
    b = s[0, 0] * nu[1] - s[1, 0] * nu[0]
    return torch.stack([a, b]) / det
