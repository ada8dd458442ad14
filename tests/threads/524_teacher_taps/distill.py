import torch.nn.functional as F


def soft_targets(student, teacher, temperature=2.0):
    p = F.log_softmax(student / temperature, -1)
    q = F.softmax(teacher / temperature, -1)
    return F.kl_div(p, q, reduction="batchmean") * temperature ** 2


def hidden_loss(student, teacher, mapping):
    return sum(F.mse_loss(student[s], teacher[t]) for s, t in mapping.items())


def agreement(student, teacher):
    return float((student.argmax(-1) == teacher.argmax(-1)).float().mean())
