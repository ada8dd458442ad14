from units import parse_span

DEFAULTS = {"rate": 100, "lead": "40ms", "trail": "0.06s", "width": 16}


class FrontendConfig:
    def __init__(self, **overrides):
        values = {**DEFAULTS, **overrides}
        self.rate = values["rate"]
        self.width = values["width"]
        self.lead = parse_span(values["lead"], self.rate)
        self.trail = parse_span(values["trail"], self.rate)

    def describe(self):
        return f"lead={self.lead} trail={self.trail} rate={self.rate}"
