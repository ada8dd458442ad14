import torch

from structures import Instances


def resize_instances(instances, source, target):
    sy, sx = target[0] / source[0], target[1] / source[1]
    boxes = instances.boxes.scale(sx, sy).clip(*target)
    return Instances(boxes, instances.scores)


def detector_postprocess(instances, source, target, smallest=1.0):
    results = resize_instances(instances, source, target)
    keep = results.boxes.nonempty(smallest)
    return results.select(keep)


def weighted_area(instances):
    return (instances.boxes.area() * instances.scores).sum()
