import torch


class Synthesizer:
    def __init__(self, decoder, cfg):
        self.cfg, self.decoder = cfg, decoder
        self.step = torch.compile(decoder, backend="eager")
        self.positions = torch.arange(cfg.num_codebooks + 1)

    def frame(self, hidden):
        self.decoder.reset()
        logits = self.decoder.run_layers(hidden[:, None], self.positions[:1])
        codes = [logits.argmax(-1)]
        for codebook in range(self.cfg.num_codebooks - 1):
            pos = self.positions[codebook + 1 : codebook + 2]
            logits = self.step(codes[-1], codebook, pos)
            codes.append(logits.argmax(-1))
        return torch.stack(codes, dim=-1), logits

    @torch.no_grad()
    def generate(self, hidden_states):
        codes, scores = zip(*(self.frame(h[None]) for h in hidden_states))
        return torch.cat(codes), torch.cat(scores)


def decode_wave(codes, cfg):
    t = torch.arange(cfg.hop) / cfg.hop
    freq = 1 + codes.float().mean(-1, keepdim=True)
    return torch.sin(2 * torch.pi * freq * t).flatten()
