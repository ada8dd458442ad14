import torch

from config import SegConfig, amp_context
from memory import ObjectMemory
from model import Segmenter


def load_clip(index, cfg):
    gen = torch.Generator().manual_seed(100 + index)
    return torch.randn(cfg.frames_per_clip, cfg.tokens_per_frame, 12, generator=gen)


class Tracker:
    def __init__(self, model, cfg):
        self.model = model
        self.cfg = cfg
        self.memory = ObjectMemory(cfg.num_objects, cfg.embed_dim, cfg.memory_slots)

    @torch.no_grad()
    def step(self, patches):
        with amp_context(self.cfg):
            frame = self.model.encoder(patches.unsqueeze(0))
            query, masks = self.model.decoder(self.memory.read(), frame)
        self.memory.write(query)
        return masks.float().sigmoid()

    def track(self, clip):
        self.memory.reset()
        areas = []
        for patches in clip:
            areas.append(self.step(patches).mean(dim=-1)[0])
        return torch.stack(areas)


def main():
    torch.manual_seed(0)
    cfg = SegConfig()
    model = Segmenter(cfg).eval()
    model.decoder = torch.compile(model.decoder, backend="eager")
    tracker = Tracker(model, cfg)
    for i in range(3):
        areas = tracker.track(load_clip(i, cfg))
        print(f"clip {i}: area {[round(a, 5) for a in areas.mean(0).tolist()]} "
              f"last {areas[-1].sum():.5f} memory {tracker.memory.summary():.6f}")


if __name__ == "__main__":
    main()
