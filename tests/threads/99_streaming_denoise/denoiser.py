import torch

from cells import GatedCell, Highpass


class StreamingDenoiser:
    """Keeps what the filters need from the previous chunk."""

    def __init__(self, hidden, window=16):
        self.window = window
        self.cell = GatedCell(window, hidden).eval()
        self.highpass = Highpass(0.97)
        self.pushed = 0
        self.callback = None
        self._step = torch.compile(self._step, backend="eager")
        self.reset()

    def reset(self):
        self.tail = torch.zeros(1)
        self.state = self.cell.initial_state()

    def _step(self, chunk, tail, state):
        x = self.highpass(chunk, tail)
        frames = x.view(-1, self.window)
        y, state = self.cell(frames, state)
        return y.reshape(-1), state

    def push(self, chunk):
        with torch.no_grad():
            out, self.state = self._step(chunk, self.tail, self.state)
        self.tail = chunk[-1:].clone()
        self.pushed += 1
        if self.callback is not None:
            self.callback(out)
        return out
