import torch
from torch.distributions import kl_divergence


def teacher_gap(teacher, student):
    return kl_divergence(teacher, student)


class Distiller:
    def __init__(self, teacher, student, mix=0.3):
        self.teacher = teacher
        self.student = student
        self.mix = mix

    def loss(self, x, views, hits):
        with torch.no_grad():
            guide = self.teacher(x, views)
        guess = self.student(x, views)
        fit = -guess.log_prob(hits).mean()
        gap = teacher_gap(guide, guess).mean()
        return (1 - self.mix) * fit + self.mix * gap
