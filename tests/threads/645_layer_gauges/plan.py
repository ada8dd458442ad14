from dataclasses import dataclass


@dataclass
class LayerSpec:
    width: int
    label: str


def stage_of(index, depth):
    return "early" if index < depth // 2 else "late"


def build_plan(depth, width):
    specs = []
    for index in range(depth):
        label = f"{stage_of(index, depth)}.{index}"
        specs.append(LayerSpec(width=width, label=label))
    return specs
