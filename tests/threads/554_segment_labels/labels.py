class Labels(str):
    """Index letters of one operand, checked once and kept short."""

    def __new__(cls, letters):
        if len(set(letters)) != len(letters):
            raise ValueError(f"repeated index in {letters!r}")
        return super().__new__(cls, letters)

    def contract(self, other):
        return Labels("".join(c for c in self + other if (c in self) != (c in other)))

    def keep(self, other):
        return Labels(self + "".join(c for c in other if c not in self))
