import torch

from dit import DiT
from stepcache import StepCacheConfig, step_cache


class FlowPipeline:
    def __init__(self, steps=12):
        self.transformer = DiT().eval()
        self.transformer.compile(backend="eager")
        self.steps = steps

    @torch.no_grad()
    def __call__(self, shape, seed, config):
        x = torch.randn(shape, generator=torch.Generator().manual_seed(seed))
        times = torch.linspace(1.0, 0.0, self.steps + 1)
        with step_cache(config, x) as cache:
            for now, after in zip(times[:-1], times[1:]):
                skip = cache.can_skip()
                flow = cache.reuse() if skip else cache.commit(self.transformer(x, now.expand(shape[0])))
                x = x + (after - now) * flow
        return x, cache


if __name__ == "__main__":
    torch.manual_seed(0)
    pipe = FlowPipeline()
    for seed, threshold in ((1, 0.02), (2, 0.2), (3, 0.0)):
        image, cache = pipe((2, 16, 32), seed, StepCacheConfig(threshold))
        print(len(cache.history), "steps run", round(image.std().item(), 5), [round(c, 4) for c in cache.history[1:6]])
