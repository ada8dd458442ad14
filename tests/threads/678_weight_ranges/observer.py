import torch

from fake_quant import quantize_dequantize
from tracker import BestRange


class MSEObserver:
    def __init__(self, bits=4, grid=20, max_shrink=0.6, patience=3, norm=2.4):
        self.bits = bits
        self.patience = patience
        self.norm = norm
        self.keeps = 1 - torch.arange(int(max_shrink * grid)) / grid
        self.attempt = torch.compile(self._attempt, backend="aot_eager")

    def _attempt(self, weight, keep, best):
        low, high = keep * best.full_low, keep * best.full_high
        restored = quantize_dequantize(weight, low, high, self.bits)
        error = (restored - weight).abs().pow(self.norm).sum(1)
        if best.winners(error) > 0:
            best.take(low, high, error)

    def search(self, weight):
        best, stale = BestRange(weight), 0
        for keep in self.keeps:
            previous = best.error
            self.attempt(weight, keep, best)
            stale = stale + 1 if torch.equal(previous, best.error) else 0
            if stale >= self.patience:
                break
        return best

    def __call__(self, layer):
        with torch.no_grad():
            return self.search(layer.weight.detach())
