from dataclasses import dataclass


@dataclass
class StopRule:
    """Stops once the dual potential moves less than tol, relative to epsilon."""

    tol: float = 1e-3
    epsilon: float = 0.05

    def change(self, new, old):
        return (new - old).detach().abs().amax() / self.epsilon

    def reached(self, new, old):
        return bool(self.change(new, old) < self.tol)
