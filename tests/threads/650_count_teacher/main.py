import torch

from counts import baseline_rate, clicks
from distill import Distiller
from heads import RateNet, count_params


def fit_teacher(teacher, gen, steps=40):
    opt = torch.optim.Adam(teacher.parameters(), lr=2e-2)
    for _ in range(steps):
        x, views, hits = clicks(gen)
        loss = -teacher(x, views).log_prob(hits).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


def main():
    torch.manual_seed(8)
    gen = torch.Generator().manual_seed(10)
    teacher, student = RateNet(8, 32), RateNet(8, 6)
    print(f"teacher {fit_teacher(teacher, gen):.4f}")
    distiller = Distiller(teacher, student)
    loss_fn = torch.compile(distiller.loss, backend="inductor", fullgraph=True)
    opt = torch.optim.Adam(student.parameters(), lr=2e-2)
    for _ in range(15):
        x, views, hits = clicks(gen)
        loss = loss_fn(x, views, hits)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"student {loss.item():.4f} params {count_params(student)}")
    print(f"baseline {baseline_rate(views, hits):.4f}")


if __name__ == "__main__":
    main()
