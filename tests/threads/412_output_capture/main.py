import torch

from capture import capture_outputs
from modeling import EncoderConfig, TextEncoder


def batches(n, size=4, length=16):
    gen = torch.Generator().manual_seed(11)
    for _ in range(n):
        ids = torch.randint(0, 200, (size, length), generator=gen)
        lengths = torch.randint(length // 2, length + 1, (size, 1), generator=gen)
        yield ids, torch.arange(length) < lengths


def attention_entropy(encoder, ids, mask):
    with capture_outputs("attentions") as capture:
        encoder.forward(ids, mask)
    probs = torch.stack(capture["attentions"])
    return -torch.xlogy(probs, probs).sum(-1).mean().item()


def main():
    torch.manual_seed(0)
    encoder = TextEncoder(EncoderConfig()).eval()
    encoder.compile(backend="eager")
    with torch.no_grad():
        for step, (ids, mask) in enumerate(batches(4)):
            pooled = encoder(ids, mask)
            print(f"batch {step}: {pooled.norm().item():.5f} {pooled.mean().item():+.6f}")
        print(f"attention entropy {attention_entropy(encoder, ids, mask):.5f}")


if __name__ == "__main__":
    main()
