import torch

from clip import RolloutState, moving_square, psnr
from model import NextFramePredictor, PredictorConfig


class VideoGenerator:
    def __init__(self, model):
        self.model = model.eval()
        self.predict = torch.compile(self.model, backend="eager", dynamic=False)

    @torch.no_grad()
    def generate(self, first, length):
        state = RolloutState.from_first_frame(first)
        frames = [first]
        while state.index + 1 < length:
            frame = self.predict(state.frame, state.previous, state.anchor)
            frames.append(frame)
            state = state.advance(frame)
        return torch.cat(frames, dim=0)


def report(name, video):
    drift = psnr(video[-1], video[0]).item()
    print(f"{name}: frames {video.shape[0]} mean {video.mean().item():.5f} drift {drift:.3f} dB")


def main():
    torch.manual_seed(3)
    generator = VideoGenerator(NextFramePredictor(PredictorConfig()))
    for shift in range(3):
        report(f"clip {shift}", generator.generate(moving_square(shift=shift), length=6))


if __name__ == "__main__":
    main()
