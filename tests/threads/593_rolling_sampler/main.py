import torch

from pipeline import RollingPipeline
from schedule import FlowSchedule
from transformer import FrameDenoiser


def describe(video):
    motion = (video[:, 1:] - video[:, :-1]).abs().mean()
    return {"mean": float(video.mean()), "std": float(video.std()), "motion": float(motion)}


def main():
    torch.manual_seed(21)
    schedule = FlowSchedule(steps=4, shift=3.0)
    model = FrameDenoiser(width=24, heads=4, depth=2, memory=6).eval()
    pipe = RollingPipeline(model, schedule, seed=9)
    video = pipe(batch=2, chunks=3, frames=4)
    print("shape", tuple(video.shape))
    for name, value in describe(video).items():
        print(name, round(value, 4))
    print("memory norm", round(float(pipe.memory.norm()), 3))


if __name__ == "__main__":
    main()
