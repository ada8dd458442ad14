import torch

from cache import build_caches
from model import VideoConfig, VideoDenoiser


class RolloutPipeline:
    def __init__(self, cfg, batch=2):
        self.cfg = cfg
        self.model = VideoDenoiser(cfg).eval()
        self.denoise = torch.compile(self.model, backend="aot_eager")
        self.caches = build_caches(cfg, batch)
        self.pos = torch.randn(cfg.max_chunks, cfg.chunk_tokens, cfg.dim) * 0.1
        self.batch = batch

    @torch.no_grad()
    def chunk(self, index, gen):
        x = torch.randn(self.batch, self.cfg.chunk_tokens, self.cfg.dim, generator=gen)
        for t in self.cfg.steps:
            flow = self.denoise(x, self.pos[index], torch.full((self.batch,), t), self.caches)
            x = x - 0.4 * t * flow
        for cache in self.caches:
            cache.commit(self.cfg.chunk_tokens)
        return x

    def __call__(self, chunks, seed):
        gen = torch.Generator().manual_seed(seed)
        for cache in self.caches:
            cache.clear()
        return torch.stack([self.chunk(i, gen) for i in range(chunks)], 1)


if __name__ == "__main__":
    torch.manual_seed(0)
    pipe = RolloutPipeline(VideoConfig())
    for seed, chunks in ((3, 5), (4, 8)):
        video = pipe(chunks, seed)
        print(tuple(video.shape), [round(v, 4) for v in video.square().mean((0, 2, 3)).tolist()])
