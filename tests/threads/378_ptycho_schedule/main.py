import torch

from optics import PtychoModel, poisson_loss
from schedule import UpdatePlan, UpdateWindow

PLAN = UpdatePlan({
    "obj_phase": UpdateWindow(lr=3e-2),
    "obj_amp": UpdateWindow(lr=1e-2, start_iter=3),
    "probe": UpdateWindow(lr=5e-3, start_iter=6, end_iter=15),
    "defocus": UpdateWindow(lr=2e-2, start_iter=11),
})


class Reconstruction:
    def __init__(self, model, plan, measured):
        self.model, self.plan, self.measured = model, plan, measured
        self.optimizer = torch.optim.Adam(plan.param_groups(model))
        self.recon_step = torch.compile(self._recon_step, backend="aot_eager")

    def _recon_step(self):
        return poisson_loss(self.model(), self.measured)

    def run(self, iterations):
        for it in range(1, iterations + 1):
            self.plan.apply(self.model, it)
            self.optimizer.zero_grad(set_to_none=True)
            loss = self.recon_step()
            loss.backward()
            self.optimizer.step()
            if it % 4 == 0:
                print(f"iter {it:2d} loss {loss.item():.6f} [{self.plan.describe(it)}]")


@torch.no_grad()
def simulate():
    truth = PtychoModel()
    truth.obj_phase.copy_(0.6 * torch.rand(24, 24))
    truth.obj_amp.copy_(0.8 + 0.2 * torch.rand(24, 24))
    truth.defocus.fill_(0.8)
    return truth()


if __name__ == "__main__":
    torch.manual_seed(0)
    recon = Reconstruction(PtychoModel(), PLAN, simulate())
    recon.run(20)
    print(f"defocus {recon.model.defocus.item():.5f} phase std {recon.model.obj_phase.std().item():.5f}")
