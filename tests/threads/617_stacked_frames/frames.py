from collections import deque


class FrameStack:
    """Shows the last few observations of an environment as one."""

    def __init__(self, env, depth):
        self.env = env
        self.depth = depth
        self.frames = deque(maxlen=depth)

    def reset(self):
        first = self.env.reset()
        self.frames.extend([first] * self.depth)
        return tuple(self.frames)

    def step(self, action):
        frame, reward, done = self.env.step(action)
        self.frames.append(frame)
        return tuple(self.frames), reward, done
