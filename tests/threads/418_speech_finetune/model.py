import torch.nn.functional as F
from torch import nn

from frontend import ConvFrontend


class EncoderLayer(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.heads = cfg.heads
        self.qkv = nn.Linear(cfg.hidden, 3 * cfg.hidden)
        self.out = nn.Linear(cfg.hidden, cfg.hidden)
        self.norm_attn = nn.LayerNorm(cfg.hidden)
        self.norm_ffn = nn.LayerNorm(cfg.hidden)
        self.ffn = nn.Sequential(
            nn.Linear(cfg.hidden, cfg.ffn), nn.GELU(), nn.Linear(cfg.ffn, cfg.hidden)
        )

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(self.norm_attn(x)).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v)
        x = x + self.out(y.transpose(1, 2).reshape(b, t, d))
        return x + self.ffn(self.norm_ffn(x))


class SpeechCTC(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.frontend = ConvFrontend(cfg)
        self.layers = nn.ModuleList(EncoderLayer(cfg) for _ in range(cfg.num_layers))
        self.head = nn.Linear(cfg.hidden, cfg.vocab)
        if cfg.freeze_frontend:
            self.frontend.freeze()

    def compile_layers(self, **options):
        for layer in self.layers:
            layer.compile(**options)

    def forward(self, wave):
        x = self.frontend(wave)
        for layer in self.layers:
            x = layer(x)
        return self.head(x).log_softmax(-1)
