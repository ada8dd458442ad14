"""Labels for the operator's screen."""
import itertools

_NUMBERS = itertools.count(1)


class Labelled:
    """Mixin: gives each object a label such as T004."""

    prefix = "T"
    width = 3

    def __init__(self):
        super().__init__()
        self.label = f"{self.prefix}{next(_NUMBERS):0{self.width}d}"

    def __repr__(self):
        return f"<{type(self).__name__} {self.label}>"
