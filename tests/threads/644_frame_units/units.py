class Frames:
    def __init__(self, count):
        self.count = int(count)

    def __index__(self):
        return self.count

    def __repr__(self):
        return f"Frames({self.count})"


SCALE = {"ms": 0.001, "s": 1.0}


def parse_span(text, rate):
    digits = text.rstrip("ms")
    unit = text[len(digits):]
    return Frames(round(float(digits) * SCALE[unit] * rate))
