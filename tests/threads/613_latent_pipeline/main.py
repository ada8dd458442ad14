import torch

from flow_scheduler import FlowScheduler
from pipeline import LatentPipeline
from transformer import VelocityNet

CONTEXT = 12


def encode_prompts(texts):
    rows = []
    for text in texts:
        generator = torch.Generator().manual_seed(sum(map(ord, text)))
        rows.append(torch.randn(CONTEXT, generator=generator))
    return torch.stack(rows)


def main():
    torch.manual_seed(9)
    net = VelocityNet(channels=4, width=24, context=CONTEXT).eval()
    pipeline = LatentPipeline(net, FlowScheduler())
    pipeline.denoise = torch.compile(pipeline.denoise, backend="aot_eager")
    negative = encode_prompts(["blurry", "blurry"])
    for seed, texts in enumerate([("a red boat", "a quiet lake"), ("old town", "snow")]):
        images = pipeline(encode_prompts(texts), negative, steps=6, seed=seed)
        print(seed, f"{images.mean().item():.4f}", f"{images.std().item():.4f}")


if __name__ == "__main__":
    main()
