import torch
import torch.nn.functional as F

from clips import accuracy, make_clips
from lion import Lion
from model import FrameEncoder, count_weights


def main():
    torch.manual_seed(5)
    generator = torch.Generator().manual_seed(11)
    model = FrameEncoder()
    optimizer = Lion(model.parameters(), lr=2e-3)
    losses = []
    for _ in range(25):
        clips, label = make_clips(32, generator)
        loss = F.cross_entropy(model(clips), label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss))
    clips, label = make_clips(64, generator)
    print("weights", count_weights(model))
    print("first %.4f last %.4f" % (losses[0], losses[-1]))
    print("accuracy %.3f" % accuracy(model(clips), label))
    print("momentum %.4f" % optimizer.momentum_norm())


if __name__ == "__main__":
    main()
