import torch


def karras(n, low=0.05, high=5.0, rho=7.0):
    ramp = torch.linspace(0, 1, n)
    sigmas = (high ** (1 / rho) + ramp * (low ** (1 / rho) - high ** (1 / rho))) ** rho
    return torch.cat([sigmas, sigmas.new_zeros(1)])


class Sampler:
    def __init__(self, model, model_options, job, cfg=3.0):
        self.model = model
        self.model_options = model_options
        self.job = job
        self.cfg = cfg

    def step_options(self, step, sigma):
        options = self.model_options["transformer_options"].copy()
        options["sigmas"] = sigma
        options["run_tag"] = f"{self.job}/{step:02d}"
        return options

    def denoise(self, x, sigma, cond, step):
        t = sigma.log().expand(2, 1)
        context = torch.stack([cond, torch.zeros_like(cond)])
        pos, neg = self.model(x.expand(2, -1, -1), t, context, self.step_options(step, sigma))
        return neg + self.cfg * (pos - neg)

    @torch.no_grad()
    def run(self, x, cond, sigmas, callback=None):
        for step, sigma in enumerate(sigmas[:-1]):
            eps = self.denoise(x / (1 + sigma**2).sqrt(), sigma, cond, step)
            x = x + (sigmas[step + 1] - sigma) * eps
            if callback is not None:
                callback(step, x)
        return x
