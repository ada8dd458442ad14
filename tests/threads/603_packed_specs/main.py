import torch

from layers import PackedNet


def stored_bytes(net):
    return sum(b.numel() * b.element_size() for b in net.buffers())


def batches(count, width):
    gen = torch.Generator().manual_seed(11)
    for _ in range(count):
        yield torch.randn(4, 6, width, generator=gen)


@torch.no_grad()
def main():
    torch.manual_seed(0)
    net = PackedNet().eval()
    run = torch.compile(net, backend="eager", fullgraph=True)
    votes = torch.zeros(5)
    margin = 0.0
    for x in batches(4, 32):
        probs = run(x).softmax(-1)
        top = probs.topk(2, dim=-1).values
        margin += (top[:, 0] - top[:, 1]).mean().item()
        votes += torch.bincount(probs.argmax(-1), minlength=5)
    print("bytes", stored_bytes(net))
    print("votes", votes.int().tolist())
    print("margin", round(margin / 4, 4))


if __name__ == "__main__":
    main()
