"""Residual scaling for deep stacks."""
import math


class DepthScaled:
    """Mixin: branches deeper in the stack contribute less."""

    base_gain = 0.8

    def init_depth(self, position):
        self.position = position

    @property
    def gain(self):
        return self.base_gain / math.sqrt(self.position)

    def residual(self, x, branch):
        return x + self.gain * branch
