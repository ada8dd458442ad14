import torch
import torch.nn.functional as F

from packing import pack
from towers import ImageTower, TextTower


class EmbeddingService:
    def __init__(self, budget=32, backend="eager"):
        self.budget = budget
        self.text = torch.compile(TextTower().eval(), backend=backend, fullgraph=True)
        self.image = torch.compile(ImageTower().eval(), backend=backend, fullgraph=True)

    @torch.no_grad()
    def embed_captions(self, captions):
        packed = pack(captions, self.budget)
        out = self.text(packed.tokens, packed.position_ids)
        return F.normalize(out[packed.starts], dim=-1)

    @torch.no_grad()
    def embed_images(self, pixels):
        return F.normalize(self.image(pixels), dim=-1)


def main():
    torch.manual_seed(6)
    service = EmbeddingService()
    gen = torch.Generator().manual_seed(8)
    images = service.embed_images(torch.rand(3, 3, 16, 16, generator=gen))
    for sizes in ((5, 9, 7), (12, 4), (32,), (3, 8, 6, 10)):
        captions = [torch.randint(1, 120, (n,), generator=gen).tolist() for n in sizes]
        scores = service.embed_captions(captions) @ images.t()
        for size, row in zip(sizes, scores):
            print(f"{size:2d} tokens", " ".join(f"{s:+.5f}" for s in row.tolist()))


if __name__ == "__main__":
    main()
