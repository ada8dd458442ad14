from functools import partial

import torch
from torch import nn
from torch.nn import functional as F

from brain import Brain
from lobes import SpeechEncoder


class CTCBrain(Brain):
    def compute_forward(self, batch):
        feats, _ = batch
        return self.modules["ctc_lin"](self.modules["encoder"](feats)).log_softmax(-1)

    def compute_objectives(self, predictions, batch):
        _, tokens = batch
        frames = torch.full((len(tokens),), predictions.size(1))
        sizes = torch.full((len(tokens),), tokens.size(1))
        return F.ctc_loss(predictions.transpose(0, 1), tokens, frames, sizes, zero_infinity=True)


def dynamic_batches(count: int, budget: int, feats: int, vocab: int, gen):
    """Fixed frame budget: the longer the utterances, the fewer of them in a batch."""
    for _ in range(count):
        frames = 2 * int(torch.randint(20, 61, (1,), generator=gen))
        size = max(2, budget // frames)
        tokens = torch.randint(1, vocab, (size, frames // 10), generator=gen)
        yield torch.randn(size, frames, feats, generator=gen), tokens


def main():
    torch.manual_seed(7)
    gen = torch.Generator().manual_seed(11)
    feats, dim, vocab = 12, 16, 9
    brain = CTCBrain(
        {"encoder": SpeechEncoder(feats, dim), "ctc_lin": nn.Linear(dim, vocab)},
        partial(torch.optim.AdamW, lr=3e-3),
        {"compile_module_keys": ["encoder"], "max_grad_norm": 1.0},
    )
    for index, batch in enumerate(dynamic_batches(8, 480, feats, vocab, gen)):
        print(f"batch {index} {tuple(batch[0].shape[:2])} loss {brain.fit_batch(batch):.4f}")


if __name__ == "__main__":
    main()
