import torch

from decoder import TrackDecoder
from tracks import TrackConfig, TrackState, make_clip


class Tracker:
    def __init__(self, cfg):
        self.cfg = cfg
        self.state = TrackState(cfg)
        self.decoder = torch.compile(TrackDecoder(cfg).eval(), backend="eager")

    @torch.no_grad()
    def run(self, clip):
        self.state.reset(clip.shape[1])
        with torch.autocast("cpu", dtype=self.cfg.amp_dtype):
            for frame in clip:
                memory, scores = self.decoder(frame, self.state.memory)
                self.state.update(memory, scores)
        return self.state.summary()


def main():
    torch.manual_seed(4)
    cfg = TrackConfig()
    tracker = Tracker(cfg)
    for k in range(3):
        clip = make_clip(length=5, batch=2, tokens=12, dim=cfg.dim, seed=k)
        mean, peak = tracker.run(clip)
        print(f"clip {k} mean {mean:.6f} peak {peak:.6f}")


if __name__ == "__main__":
    main()
