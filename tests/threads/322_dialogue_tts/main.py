import torch

from frontend import ByteFrontend, TextConfig
from model import CodecDecoder, TextEncoder

REQUESTS = [
    ["[S1] Good morning. [S2] Hello there!", "[S1] It rains again."],
    ["[S2] Shall we begin? [S1] Yes.", "[S1] Where is the key? [S2] No idea."],
    ["[S1] Try the other door.", "[S2] (laughs) You first."],
]


class DialogueTTS:
    def __init__(self, dim=32, codes=64, channels=2, cfg_scale=1.5):
        self.text_cfg = TextConfig()
        self.frontend = ByteFrontend(self.text_cfg)
        self.encoder = TextEncoder(dim, self.text_cfg.pad).eval()
        self.decoder = CodecDecoder(dim, codes, channels).eval()
        self.channels = channels
        self.cfg_scale = cfg_scale
        self.prepare = torch.compile(self._prepare_generation, backend="aot_eager")
        self.decode_step = torch.compile(self._decode_step, backend="aot_eager")

    def _prepare_generation(self, scripts):
        ids = self.frontend.batch(scripts)
        memory, mask = self.encoder(ids)
        state = (memory * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True)
        frame = ids.new_zeros(ids.shape[0], self.channels)
        return memory, mask, state, frame

    def _decode_step(self, frame, state, memory, mask):
        logits, state = self.decoder(frame, state, memory, mask)
        logits = logits * self.cfg_scale
        return logits.argmax(-1), state, logits.logsumexp(-1).mean()

    @torch.no_grad()
    def generate(self, scripts, steps=6):
        memory, mask, state, frame = self.prepare(scripts)
        frames, energy = [], 0.0
        for _ in range(steps):
            frame, state, level = self.decode_step(frame, state, memory, mask)
            frames.append(frame)
            energy += level.item()
        return torch.stack(frames, -1), energy / steps


def main():
    torch.manual_seed(11)
    tts = DialogueTTS()
    for i, scripts in enumerate(REQUESTS):
        codes, energy = tts.generate(scripts)
        print(f"request {i} codes {codes[:, 0, :4].tolist()} energy {energy:.4f}")


if __name__ == "__main__":
    main()
