import torch.nn.functional as F


def objectness(outputs, labels, boxes):
    return F.binary_cross_entropy_with_logits(outputs["logit"], labels.float())


def box_loss(outputs, labels, boxes):
    index = (labels > 0).nonzero().squeeze(1)
    error = F.smooth_l1_loss(outputs["box"][index], boxes[index], reduction="sum")
    return error / max(index.numel(), 1)


LOSSES = {"objectness": objectness, "box": box_loss}
