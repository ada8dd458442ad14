import torch.nn as nn

from context import get_context


class LMHead(nn.Module):
    """Logits of the last token of each request."""

    def __init__(self, dim, vocab):
        super().__init__()
        self.weight = nn.Linear(dim, vocab, bias=False)

    def forward(self, h):
        batch = get_context().batch
        if batch.phase == "prefill":
            h = h[batch.last]
        return self.weight(h)
