import torch
from torch import nn

from merging import merge_embeddings


class VisionTower(nn.Module):
    def __init__(self, patch_dim, width):
        super().__init__()
        self.proj = nn.Linear(patch_dim, width)
        self.mix = nn.TransformerEncoderLayer(width, 2, 2 * width, dropout=0.0, batch_first=True)

    def forward(self, patches):
        return self.mix(self.proj(patches))


class CaptionModel(nn.Module):
    def __init__(self, vocab=50, width=16, patch_dim=12):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.vision = VisionTower(patch_dim, width)
        self.rnn_gate = nn.Linear(2 * width, width)
        self.head = nn.Linear(width, vocab)

    def forward(self, input_ids, is_image, patches):
        x = merge_embeddings(self.embed(input_ids), self.vision(patches), is_image)
        context = x.cumsum(1) / torch.arange(1, x.shape[1] + 1)[:, None]
        x = torch.tanh(self.rnn_gate(torch.cat([x, context], dim=-1)))
        return self.head(x)


def caption_loss(logits, ids, is_image):
    per_token = nn.functional.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")
    keep = (~is_image[:, 1:]).float()
    return (per_token * keep).sum() / keep.sum()
