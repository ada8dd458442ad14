import torch

from config import TrackerConfig
from network import MaskTracker
from session import VideoSession


def moving_square(frames, size, gen):
    background = torch.rand(1, 3, *size, generator=gen) * 0.3
    for i in range(frames):
        frame = background.clone()
        frame[:, :, 4 + i : 12 + i, 6 + 2 * i : 14 + 2 * i] += 0.6
        yield frame


def main():
    torch.manual_seed(0)
    cfg, size = TrackerConfig(), (32, 48)
    session = VideoSession(MaskTracker(cfg).eval(), cfg, size)
    gen = torch.Generator().manual_seed(2)
    for video in range(2):
        session.reset()
        for frame in moving_square(4, size, gen):
            masks = session.track(frame)
        print(f"video {video} top {masks.max():.4f} spread {masks.std():.4f} drift {session.drift():.5f}")


if __name__ == "__main__":
    main()
