"""Rain nowcasting from radar composites with holes; lead times are switched on one after another."""
import torch

from curriculum import Curriculum
from objective import multi_lead_loss
from radar import composites
from unet import Nowcaster


def main():
    torch.manual_seed(16)
    model = Nowcaster(leads=3, width=6)
    plan = Curriculum(leads=3, every=2)
    opt = torch.optim.SGD(model.parameters(), lr=0.2)
    for step, (past, future, valid) in enumerate(composites(n=6, seed=17)):
        leads = plan.active(step)
        forecast = model(past)
        pairs = [(forecast[:, i], future[:, i]) for i in leads]
        loss = multi_lead_loss(valid, *pairs)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"step {step} leads {len(leads)} loss {loss.item():.5f}")


if __name__ == "__main__":
    main()
