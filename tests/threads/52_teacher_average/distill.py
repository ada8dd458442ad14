import torch


@torch.compile(backend="eager")
def agreement(student, target):
    return -(target.softmax(-1) * student.log_softmax(-1)).sum(-1).mean()
