import torch

from encoder import VisionEncoder
from packing import boundaries, pack

REQUESTS = [[(16, 16), (8, 24)], [(24, 16), (8, 8)]]


def pooled(tokens, cu_seqlens):
    spans = zip(cu_seqlens[:-1].tolist(), cu_seqlens[1:].tolist())
    return [tokens[a:b].mean().item() for a, b in spans]


@torch.no_grad()
def main():
    torch.manual_seed(3)
    encoder = VisionEncoder(patch_dim=3 * 4 * 4).eval()
    encode = torch.compile(encoder, backend="aot_eager")
    for sizes in REQUESTS:
        patches, grid = pack([torch.randn(3, h, w) for h, w in sizes], patch=4)
        cu_seqlens = boundaries(grid)
        tokens = encode(patches, cu_seqlens)
        print(tuple(tokens.shape), [round(v, 4) for v in pooled(tokens, cu_seqlens)])


if __name__ == "__main__":
    main()
