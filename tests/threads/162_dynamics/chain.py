import torch

from fxbox.compressor import Compressor
from fxbox.echo import add_echo
from fxbox.eq import tilt


class MasteringChain:
    def __init__(self, frame):
        self.frame = frame
        self.compressor = Compressor(frame)
        self.pivot = 0.3

    def process(self, x, preset):
        x = add_echo(x, preset["delays"], preset["wet"])
        x = self.compressor(x)
        x = tilt(x, self.pivot)
        return torch.tanh(x)
