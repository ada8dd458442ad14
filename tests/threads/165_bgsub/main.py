"""Background subtraction on a handful of camera feeds (grey and colour, some cropped, some mirrored)."""
import torch

from cameras import feeds
from decode import Decoder
from model import BackgroundNet
from report import summarise


class Pipeline:
    def __init__(self, net, decoder):
        self.net = net
        self.decoder = decoder
        self.masks = {}

    def run(self, feed):
        decode = self.decoder.for_feed(feed)
        background = None
        kept = []
        for raw in feed.frames():
            frame = decode(raw)
            mask, background = self.net(frame, frame if background is None else background)
            kept.append(mask)
        self.masks[feed.name] = torch.stack(kept)


def main():
    torch.manual_seed(3)
    net = torch.compile(BackgroundNet(width=6).eval(), backend="aot_eager")
    pipe = Pipeline(net, Decoder(size=24))
    with torch.no_grad():
        for feed in feeds(seed=4):
            pipe.run(feed)
    for line in summarise(pipe.masks):
        print(line)


if __name__ == "__main__":
    main()
