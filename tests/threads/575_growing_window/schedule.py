class WindowSchedule:
    def __init__(self, start, end, total_steps, multiple=4):
        self.start = start
        self.end = end
        self.total = total_steps
        self.multiple = multiple

    def at(self, step):
        raw = self.start + (self.end - self.start) * step / max(1, self.total - 1)
        return max(self.multiple, int(raw) // self.multiple * self.multiple)

    def apply(self, model, step):
        model.attn.window = self.at(step)


def lr_at(step, total, peak=3e-3):
    return peak * min(1.0, (step + 1) / 4) * (1.0 - step / total)
