import torch

from acoustic import AcousticModel
from decoding import error_rate, greedy

FRAMES = 48


def main():
    torch.manual_seed(13)
    model = AcousticModel().eval()
    model.compile_repeated_blocks(backend="inductor", fullgraph=True)
    rates = []
    with torch.no_grad():
        for batch in range(3):
            logits = model(torch.randn(2, FRAMES, 20))
            refs = torch.randint(1, 12, (2, 10)).tolist()
            hyps = greedy(logits)
            rates += [error_rate(h, r) for h, r in zip(hyps, refs)]
            print(f"batch {batch}: phones {[len(h) for h in hyps]} logit mean {logits.mean().item():.4f}")
    print(f"error rate {sum(rates) / len(rates):.3f}")


if __name__ == "__main__":
    main()
