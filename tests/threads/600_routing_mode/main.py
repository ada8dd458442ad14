import torch
import torch.nn.functional as F

from vit import ViT


def views(images, gen):
    noise = 0.05 * torch.randn(images.shape, generator=gen)
    return images + noise, images.flip(-1)


@torch.no_grad()
def main():
    torch.manual_seed(0)
    model = ViT().eval()
    encode = torch.compile(model, backend="aot_eager")
    gen = torch.Generator().manual_seed(7)
    images = torch.rand(6, 3, 32, 32, generator=gen)
    base = F.normalize(encode(images), dim=-1)
    for name, view in zip(("noise", "flip"), views(images, gen)):
        other = F.normalize(encode(view), dim=-1)
        print(name, round((base * other).sum(-1).mean().item(), 4))
    print("norm", round(base.abs().sum().item(), 4))


if __name__ == "__main__":
    main()
