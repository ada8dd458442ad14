import torch

from gan import WGANGP
from hub import MessageHub


class Runner:
    def __init__(self, hub, model, lr=2e-3):
        self.hub, self.model = hub, model
        self.critic_loss = torch.compile(model.critic_loss, backend="aot_eager")
        self.gen_loss = torch.compile(model.generator_loss, backend="aot_eager")
        self.opt_g = torch.optim.Adam(model.generator.parameters(), lr=lr)
        self.opt_c = torch.optim.Adam(model.critic.parameters(), lr=lr)

    def update(self, opt, key, loss):
        self.opt_g.zero_grad()
        self.opt_c.zero_grad()
        loss.backward()
        opt.step()
        self.hub.update_scalar(key, loss.detach())

    def step(self, real):
        noise = torch.randn(len(real), self.model.latent)
        loss = self.critic_loss(real, noise, torch.rand(len(real), 1))
        self.update(self.opt_c, "loss_critic", loss)
        if self.hub.get_info("iter") % self.model.critic_steps == 0:
            self.update(self.opt_g, "loss_gen", self.gen_loss(noise))
        self.hub.update_info("iter", self.hub.get_info("iter") + 1)


def main():
    torch.manual_seed(2)
    hub = MessageHub.get_instance("wgan-toy")
    hub.update_info("penalty_scale", 0.5)
    runner = Runner(hub, WGANGP())
    data = torch.randn(10, 16, 10) * 0.5 + 1.0
    for i, real in enumerate(data):
        runner.step(real)
        if i % 3 == 0:
            print(i, {k: round(v.mean(3), 5) for k, v in runner.hub.scalars.items()})


if __name__ == "__main__":
    main()
