import torch

from model import WanModel
from patcher import LoraWeight, ModelPatcher


def random_lora(model, layer, rank, generator):
    loras = {}
    for i, block in enumerate(model.blocks):
        rows, cols = getattr(block, layer).weight.shape
        up, down = torch.randn(rows, rank, generator=generator), torch.randn(rank, cols, generator=generator)
        loras[f"diffusion_model.blocks.{i}.{layer}.weight"] = LoraWeight(up * 0.1, down * 0.1, float(rank))
    return loras


@torch.no_grad()
def sample(model, steps, generator):
    sigmas = torch.linspace(4.0, 0.0, steps + 1)
    x = torch.randn(1, 12, 8, generator=generator) * sigmas[0]
    for i in range(steps):
        x = x + (sigmas[i + 1] - sigmas[i]) * model(x, sigmas[i])
    return x


def main():
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(2)
    patcher = ModelPatcher(WanModel().eval())
    for layer, strength in (("qkv", 1.0), ("fc1", 0.6)):
        patcher.add_patches(random_lora(patcher.model, layer, 4, generator), strength)
    model = patcher.load()
    for block in model.blocks:
        block.compile(backend="eager", fullgraph=True)
    out = sample(model, 3, generator)
    print(f"{out.mean():.5f} {out.std():.5f} {out[0, 5, 2]:.5f}")


if __name__ == "__main__":
    main()
