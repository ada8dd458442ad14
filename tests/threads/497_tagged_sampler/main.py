import torch

from dit import DiT
from patches import NormRecorder, ScalePatch, install
from sampler import Sampler, karras


def main():
    torch.manual_seed(0)
    model = torch.compile(DiT().eval(), backend="eager")
    options = {"transformer_options": {}}
    recorder = NormRecorder()
    install(options, "block_out", ScalePatch(0.8))
    install(options, "block_out", recorder)
    sampler = Sampler(model, options, job="fox")
    progress = []

    def callback(step, x):
        progress.append(x.abs().max())

    cond = torch.randn(10, 16)
    sigmas = karras(6)
    image = sampler.run(torch.randn(1, 10, 16) * sigmas[0], cond, sigmas, callback)
    for tag, value in recorder.table().items():
        print(tag, value)
    print(f"image {image.mean().item():.4f} {image.std().item():.4f} peak {max(progress).item():.3f}")


if __name__ == "__main__":
    main()
