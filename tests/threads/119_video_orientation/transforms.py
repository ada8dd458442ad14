"""Clip transforms (N, C, T, H, W); each gets the clip and the tags of its file."""


class Compose:
    def __init__(self, steps):
        self.steps = steps

    def __call__(self, clip, tags):
        for step in self.steps:
            clip = step(clip, tags)
        return clip


class Crop:
    def __init__(self, side):
        self.side = side

    def __call__(self, clip, tags):
        top = (clip.shape[-2] - self.side) // 2
        left = (clip.shape[-1] - self.side) // 2
        return clip[..., top:top + self.side, left:left + self.side]


class Upright:
    """Turn clips of phones held sideways."""

    def __call__(self, clip, tags):
        if tags["rotate"] == 90:
            return clip.transpose(-2, -1).flip(-1)
        return clip.clone()


class Normalise:
    def __call__(self, clip, tags):
        return (clip - 0.5) / 0.25
