import torch


class PendulumRow:
    """A row of small pendulums pushed by bounded torques."""

    def __init__(self, count, seed):
        self.count = count
        self.gen = torch.Generator().manual_seed(seed)
        self.state = None

    def reset(self):
        self.state = 0.6 * torch.randn(self.count, 2, generator=self.gen)
        return self.state

    def step(self, torque):
        angle, speed = self.state.unbind(-1)
        speed = 0.98 * speed + 0.1 * (torque - torch.sin(angle))
        angle = angle + 0.1 * speed
        self.state = torch.stack([angle, speed], dim=-1)
        reward = -(angle.square() + 0.1 * speed.square() + 0.01 * torque.square())
        return self.state, reward
