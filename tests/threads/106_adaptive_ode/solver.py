import torch

from control import error_norm, factor, limit


class Solver:
    def __init__(self, f, cfg):
        self.f = f
        self.cfg = cfg
        self.steps = 0
        self._advance = cfg.wrap(self._advance)

    def pair(self, y, h):
        """Heun with embedded Euler."""
        k1 = self.f(y)
        k2 = self.f(y + h * k1)
        return y + 0.5 * h * (k1 + k2), y + h * k1

    def _advance(self, y, t, h):
        high, low = self.pair(y, h)
        err = error_norm(high, low, self.cfg.tol)
        new = limit(h * factor(err, self.cfg.safety), self.cfg.h_max)
        return high, t + h, new

    def advance(self, y, t, h):
        self.steps += 1
        return self._advance(y, t, h)
