import torch

from pipeline import Pipeline, PipelineConfig
from unet import DenoiserNet

if __name__ == "__main__":
    torch.manual_seed(0)
    pipe = Pipeline(DenoiserNet().eval(), PipelineConfig())
    context = torch.randn(2, 6, 32)
    masks = (torch.arange(16) < 10).float().expand(2, -1).clone()
    for seed in range(3):
        image = pipe(context, masks, seed)
        print(seed, f"{image.mean().item():.5f} {image.std().item():.5f}")
