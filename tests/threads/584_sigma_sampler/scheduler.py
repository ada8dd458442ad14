import torch


def karras_sigmas(steps, low=0.03, high=14.0, rho=7.0):
    ramp = torch.linspace(0, 1, steps, dtype=torch.float64)
    a, b = high ** (1 / rho), low ** (1 / rho)
    return torch.cat(((a + ramp * (b - a)) ** rho, torch.zeros(1, dtype=torch.float64)))


class EulerScheduler:
    def __init__(self, train_steps=1000):
        self.train_steps = train_steps
        self.step_index = 0
        self.sigmas = None

    def set_timesteps(self, steps):
        self.sigmas = karras_sigmas(steps).tolist()
        self.step_index = 0

    @property
    def init_noise_sigma(self):
        return (float(self.sigmas[0]) ** 2 + 1) ** 0.5

    def scale_model_input(self, sample):
        sigma = self.sigmas[self.step_index]
        return sample / (sigma ** 2 + 1) ** 0.5

    def step(self, noise_pred, sample):
        sigma = self.sigmas[self.step_index]
        target = self.sigmas[self.step_index + 1]
        self.step_index += 1
        return sample + noise_pred * (target - sigma)
