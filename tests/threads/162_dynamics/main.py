"""Offline mastering chain: echo, compressor, tilt EQ, loudness report."""
import torch

from clips import make_clips
from chain import MasteringChain
from fxbox.meter import crest, rms_db
from presets import PRESETS


def main():
    torch.manual_seed(2)
    chain = MasteringChain(frame=64)
    master = torch.compile(chain.process, backend="aot_eager")
    clips = make_clips(n=len(PRESETS), length=512)
    for clip, (name, preset) in zip(clips, PRESETS.items()):
        y = master(clip, preset)
        print(f"{name:8s} in {rms_db(clip):8.3f} dB out {rms_db(y):8.3f} dB crest {crest(y):.3f}")


if __name__ == "__main__":
    main()
