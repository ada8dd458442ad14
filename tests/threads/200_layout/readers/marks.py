"""Stages that look at the page, not at single boxes."""
from . import register


@register("margin", traced=True)
def margin(boxes, page, inset=0.02):
    return boxes * (1 - 2 * inset) + inset * page.scale


@register("dump")
def dump(boxes, page):
    print(page.title, boxes.tolist())
    return boxes
