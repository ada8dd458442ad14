import torch

from decoder import FrameDecoder


class UtteranceTrace:
    """What the plotting and the alignment checks need from one utterance."""

    def __init__(self, name):
        self.name = name
        self.alignments = []
        self.stopped = False

    def record(self, weights):
        self.alignments.append(weights)

    def focus(self):
        stacked = torch.stack(self.alignments, dim=1)
        return stacked.max(dim=-1).values.mean()


class Synthesizer:
    def __init__(self, cfg):
        self.cfg = cfg
        self.decoder = FrameDecoder(cfg).eval()
        self.decode_step = torch.compile(self.decoder.step, backend="aot_eager")

    @torch.no_grad()
    def speak(self, name, tokens):
        trace = UtteranceTrace(name)
        memory = self.decoder.encode(tokens)
        batch = tokens.shape[0]
        frame = memory.new_zeros(batch, self.cfg.n_mels)
        state = memory.new_zeros(batch, self.cfg.hidden)
        cumulative = memory.new_zeros(batch, tokens.shape[1])
        mels = []
        for _ in range(self.cfg.max_frames):
            frame, gate, state, cumulative = self.decode_step(
                frame, state, memory, cumulative, trace
            )
            mels.append(frame)
            if bool((gate > self.cfg.gate_threshold).all()):
                trace.stopped = True
                break
        return torch.stack(mels, dim=1), trace
