"""A server that warms up its sizes before the first request (vllm-fork#640)."""
import torch
import torch.nn as nn

from runner import Runner


class Scorer(nn.Module):
    def __init__(self, vocab=30, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.mix = nn.Linear(dim, dim)
        self.head = nn.Linear(dim, 2)

    def forward(self, tokens, lengths):
        keep = torch.arange(tokens.shape[1]) < lengths[:, None]
        h = torch.tanh(self.mix(self.embed(tokens))) * keep[..., None]
        return self.head(h.sum(1) / lengths[:, None])


@torch.compile(backend="eager")
def decide(logits, threshold):
    return (logits.softmax(-1)[:, 1] > threshold).long()


def requests():
    gen = torch.Generator().manual_seed(4)
    for n in (3, 6, 4, 2):
        tokens = torch.randint(0, 30, (n,), generator=gen)
        yield tokens.tolist(), 0.5


def main():
    torch.manual_seed(0)
    runner = Runner(Scorer(), buckets=(4, 8))
    runner.warm_up()
    answers = []
    for tokens, threshold in requests():
        logits = runner.serve(tokens)
        answers.append(decide(logits, torch.tensor(threshold)).item())
        print(len(tokens), f"{logits[0, 0].item():.4f}")
    print(answers)


if __name__ == "__main__":
    main()
