import torch


class FlowScheduler:
    order = 1

    def __init__(self, train_steps=1000, shift=3.0):
        self.train_steps = train_steps
        self.shift = shift
        self.sigmas = None
        self.timesteps = None
        self._step_index = None
        self._begin_index = None

    def set_begin_index(self, begin_index=0):
        self._begin_index = begin_index

    def set_timesteps(self, count):
        sigmas = torch.linspace(1.0, 1.0 / self.train_steps, count)
        sigmas = self.shift * sigmas / (1 + (self.shift - 1) * sigmas)
        self.timesteps = sigmas * self.train_steps
        self.sigmas = torch.cat([sigmas, torch.zeros(1)])
        self._step_index = None
        self._begin_index = None

    def index_for_timestep(self, timestep):
        matches = (self.timesteps == timestep).nonzero()
        return matches[1 if len(matches) > 1 else 0].item()

    def _init_step_index(self, timestep):
        if self._begin_index is None:
            self._step_index = self.index_for_timestep(timestep)
        else:
            self._step_index = self._begin_index

    def step(self, velocity, timestep, sample):
        if self._step_index is None:
            self._init_step_index(timestep)
        gap = self.sigmas[self._step_index + 1] - self.sigmas[self._step_index]
        self._step_index += 1
        return sample + gap * velocity
