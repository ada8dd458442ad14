"""A vector environment with automatic reset, in tensors."""
import torch

MOVES = torch.tensor([[0.2, 0.0], [-0.2, 0.0], [0.0, 0.2], [0.0, -0.2]])


class ReachVec:
    """Points must come to a goal; observations are [position, goal - position]."""

    def __init__(self, n, limit, seed):
        self.n = n
        self.limit = limit
        self.gen = torch.Generator().manual_seed(seed)
        self.pos = torch.zeros(n, 2)
        self.goal = torch.zeros(n, 2)
        self.clock = torch.zeros(n, dtype=torch.long)
        self.finished = 0
        self.cut = 0
        self._respawn(torch.ones(n, dtype=torch.bool))
        # not all environments shall run out of time together
        self.clock = torch.arange(n) % 3

    def _respawn(self, which):
        pos = torch.rand(self.n, 2, generator=self.gen) * 2 - 1
        goal = torch.rand(self.n, 2, generator=self.gen) * 2 - 1
        mask = which.unsqueeze(1)
        self.pos = torch.where(mask, pos, self.pos)
        self.goal = torch.where(mask, goal, self.goal)
        self.clock = torch.where(which, torch.zeros_like(self.clock), self.clock)

    def observe(self):
        return torch.cat([self.pos, self.goal - self.pos], dim=1)

    def step(self, action):
        before = (self.goal - self.pos).norm(dim=1)
        self.pos = (self.pos + MOVES[action]).clamp(-1, 1)
        self.clock = self.clock + 1
        after = (self.goal - self.pos).norm(dim=1)
        done = after < 0.25
        cut = (self.clock >= self.limit) & ~done
        reward = before - after + done.float()
        info = self._close(done, cut)
        return self.observe(), reward, done, info

    def _close(self, done, cut):
        """Resets the environments which are over; `info` has what was lost by that."""
        info = {}
        over = done | cut
        last = self.observe()
        if cut.any():
            info["final_obs"] = last
            info["truncated"] = cut
        if done.any():
            info["early_bonus"] = done.float() * (0.1 - 0.01 * self.clock)
        if over.any():
            self._respawn(over)
        self.finished += int(done.sum())
        self.cut += int(cut.sum())
        return info
