import torch

from denoiser import WaveDenoiser
from sampling import AncestralSampler, NoiseSource, SamplerConfig


def loudness(wave, frame=64):
    return wave.unfold(-1, frame, frame).square().mean(dim=-1).sqrt()


def main():
    torch.manual_seed(0)
    sampler = AncestralSampler(WaveDenoiser().eval(), SamplerConfig())
    for seed in (11, 12):
        wave, levels = sampler.run((2, 1, 256), NoiseSource(seed))
        print(f"seed {seed} levels", " ".join(f"{v:.4f}" for v in levels.tolist()))
        print("  loudness", [f"{v:.4f}" for v in loudness(wave)[0, 0].tolist()])


if __name__ == "__main__":
    main()
