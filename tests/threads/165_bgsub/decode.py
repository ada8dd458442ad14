"""Raw HWC bytes -> CHW float frames of one size."""
import torch


def to_float(raw):
    return raw.permute(2, 0, 1).float().div_(255)


def weave(frame):
    """Keep the even field of an interlaced frame."""
    return frame[:, ::2, ::2]


def centre_crop(frame, size):
    _, h, w = frame.shape
    top, left = (h - size) // 2, (w - size) // 2
    return frame[:, top : top + size, left : left + size]


class Decoder:
    def __init__(self, size):
        self.size = size

    def for_feed(self, feed):
        def decode(raw):
            frame = to_float(raw)
            if feed.interlaced:
                frame = weave(frame)
            return centre_crop(frame, self.size)

        return decode
