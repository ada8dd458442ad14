import torch


class SlidingWindow:
    def __init__(self, network, roi=8, stride=2):
        self.network, self.roi, self.stride = network, roi, stride

    @torch.no_grad()
    def __call__(self, volume):
        out = torch.zeros(volume.shape)
        count = torch.zeros(volume.shape)
        windows = list(self.windows(volume.shape[-3:]))
        batch = torch.stack([volume[(..., *w)] for w in windows])
        for w, pred in zip(windows, self.network(batch)):
            out[(..., *w)] += pred
            count[(..., *w)] += 1
        return out / count

    def windows(self, shape):
        starts = [range(0, s - self.roi + 1, self.stride) for s in shape]
        for corner in torch.cartesian_prod(*(torch.tensor(list(s)) for s in starts)).tolist():
            yield tuple(slice(c, c + self.roi) for c in corner)
