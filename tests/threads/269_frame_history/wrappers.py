from collections import deque

import torch


class RewardScale:
    def __init__(self, env, scale: float):
        self.env, self.scale = env, scale

    def reset(self):
        return self.env.reset()

    def step(self, action):
        obs, reward, done = self.env.step(action)
        return obs, reward * self.scale, done


class FrameHistory:
    def __init__(self, env, depth: int):
        self.env = env
        self.frames: deque[torch.Tensor] = deque(maxlen=depth)

    def observe(self) -> list[torch.Tensor]:
        return list(self.frames)

    def reset(self) -> list[torch.Tensor]:
        first = self.env.reset()
        self.frames.extend([first] * self.frames.maxlen)
        return self.observe()

    def step(self, action):
        obs, reward, done = self.env.step(action)
        self.frames.append(obs)
        return self.observe(), reward, done
