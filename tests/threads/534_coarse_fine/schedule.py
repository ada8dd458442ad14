class ProgressCallback:
    """Tells the encoding how far the training is."""

    def __init__(self, encoding, every=1):
        self.encoding = encoding
        self.every = every

    def on_step(self, step):
        if step % self.every == 0:
            self.encoding.step = step


def psnr(mse):
    import math

    return -10.0 * math.log10(max(mse, 1e-10))
