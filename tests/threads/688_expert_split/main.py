import torch

from model import Scorer, compile_blocks


def batches(count, size, length, vocab):
    source = torch.Generator().manual_seed(5)
    for _ in range(count):
        yield torch.randint(0, vocab, (size, length), generator=source)


def summary(scores):
    return scores.mean().item(), scores.std().item()


def main():
    torch.manual_seed(1)
    model = compile_blocks(Scorer().eval())
    collected = []
    with torch.no_grad():
        for ids in batches(5, 4, 12, 64):
            collected.append(model(ids))
    mean, std = summary(torch.cat(collected))
    print(f"requests {sum(len(c) for c in collected)}")
    print(f"mean {mean:.4f} std {std:.4f}")


if __name__ == "__main__":
    main()
