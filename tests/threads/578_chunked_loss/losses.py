import torch
import torch.nn as nn
import torch.nn.functional as F


def token_loss(logits, labels):
    return F.cross_entropy(logits.float(), labels, ignore_index=-100, reduction="sum")


class ChunkedCrossEntropy(nn.Module):
    def __init__(self, num_chunks):
        super().__init__()
        self.num_chunks = num_chunks
        self.compute = token_loss

    def compile(self, backend):
        self.compute = torch.compile(token_loss, backend=backend)

    def split_labels(self, labels):
        chunks = [c.reshape(-1) for c in labels.chunk(self.num_chunks, dim=1)]
        for chunk in chunks:
            torch._dynamo.mark_dynamic(chunk, 0)
        return chunks

    def forward(self, logits, labels):
        total = sum(self.compute(a, b) for a, b in zip(logits, self.split_labels(labels)))
        return total / (labels != -100).sum()
