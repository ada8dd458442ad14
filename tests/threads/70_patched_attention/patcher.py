def scaled(strength):
    def patch(q):
        return q * strength

    return patch


class Patcher:
    def __init__(self, unet, first=1.0, last=0.5, steps=5):
        self.unet = unet
        self.first, self.last, self.steps = first, last, steps

    def strength(self, step):
        return self.first + (self.last - self.first) * step / self.steps

    def before_step(self, step):
        self.unet.attention.options["scores"] = scaled(self.strength(step))
