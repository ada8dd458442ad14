import torch

from scopes import count


class Pipeline:
    def __init__(self, stages, backend):
        self.raw = list(stages)
        self.stages = [torch.compile(stage, backend=backend) for stage in stages]

    def step(self, state, masses):
        for raw, stage in zip(self.raw, self.stages):
            count(raw)
            state = stage(state, masses)
        return state

    def rollout(self, state, masses, steps):
        track = []
        for _ in range(steps):
            state = self.step(state, masses)
            track.append(state["pos"][-1].clone())
        return state, torch.stack(track)
