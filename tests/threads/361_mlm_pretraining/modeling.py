from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from collator import IGNORE_INDEX
from mask_utils import prepare_sdpa_mask


@dataclass
class BertConfig:
    vocab_size: int = 120
    hidden_size: int = 32
    num_heads: int = 4
    num_layers: int = 2
    max_position: int = 24
    eps: float = 1e-6


class BertLayer(nn.Module):
    def __init__(self, config):
        super().__init__()
        d = config.hidden_size
        self.heads = config.num_heads
        self.qkv, self.out = nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.mlp = nn.Sequential(nn.Linear(d, 2 * d), nn.GELU(), nn.Linear(2 * d, d))
        self.norm1, self.norm2 = nn.LayerNorm(d, config.eps), nn.LayerNorm(d, config.eps)

    def forward(self, x, mask):
        b, n, d = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4).unbind(0)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = self.norm1(x + self.out(y.transpose(1, 2).reshape(b, n, d)))
        return self.norm2(x + self.mlp(x))


class BertForMaskedLM(nn.Module):
    def __init__(self, config):
        super().__init__()
        d = config.hidden_size
        self.tok, self.pos = nn.Embedding(config.vocab_size, d), nn.Embedding(config.max_position, d)
        self.layers = nn.ModuleList(BertLayer(config) for _ in range(config.num_layers))
        self.transform = nn.Sequential(nn.Linear(d, d), nn.GELU(), nn.LayerNorm(d, config.eps))
        self.decoder = nn.Linear(d, config.vocab_size)

    def forward(self, input_ids, attention_mask, labels):
        x = self.tok(input_ids) + self.pos.weight[: input_ids.shape[1]]
        mask = prepare_sdpa_mask(attention_mask, input_ids.shape[1])
        for layer in self.layers:
            x = layer(x, mask)
        logits = self.decoder(self.transform(x))
        flat = logits.reshape(-1, logits.shape[-1]).float()
        loss = F.cross_entropy(flat, labels.reshape(-1), ignore_index=IGNORE_INDEX, label_smoothing=0.05)
        return loss, logits
