import torch

from chunks import chunked, pair_up, stitch


class LipSyncPipeline:
    def __init__(self, net, chunk=8, backend="eager"):
        self.net = torch.compile(net, backend=backend)
        self.chunk = chunk

    @torch.no_grad()
    def __call__(self, frames, audio):
        frames, audio = pair_up(frames, audio)
        parts = []
        for video, sound in chunked(frames, audio, self.chunk):
            parts.append(self.net(video, sound))
        return stitch(parts)


def blend(original, painted, weight=0.7):
    return original.lerp(painted, weight)
