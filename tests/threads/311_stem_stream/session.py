import torch


class LevelMeter:
    def __init__(self, stems, decay=0.8):
        self.decay = decay
        self.levels = [0.0] * stems

    def push(self, stems):
        rms = stems.pow(2).mean(dim=(0, 2, 3)).sqrt().tolist()
        self.levels = [self.decay * a + (1 - self.decay) * b for a, b in zip(self.levels, rms)]


class StreamSession:
    """One listener: keeps the filter tails between hops."""

    def __init__(self, engine):
        self.engine = engine
        self.meter = LevelMeter(engine.cfg.stems)
        self.state = engine.model.initial_state()

    def feed(self, hop):
        with torch.no_grad():
            stems, self.state = self.engine.process(hop, self.state)
        self.meter.push(stems)
        return stems


class Engine:
    def __init__(self, model):
        self.model = model.eval()
        self.cfg = model.cfg
        self.process = torch.compile(model, backend="eager")

    @torch.inference_mode()
    def warm_up(self, rounds=2):
        state = self.model.initial_state()
        hop = torch.zeros(1, self.cfg.channels, self.cfg.hop)
        for _ in range(rounds):
            _, state = self.process(hop, state)
        return self

    def open(self):
        return StreamSession(self)
