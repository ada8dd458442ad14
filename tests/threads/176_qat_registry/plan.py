"""Deployment plans: which quantiser goes where, and how the step is compiled."""
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Plan:
    weight: str
    activation: str
    bits: int = 8
    compile: dict = field(default_factory=dict)


PLANS = {
    "float": Plan(weight="identity", activation="identity"),
    "edge-int8": Plan(
        weight="absmax",
        activation="moving-minmax",
        compile={"backend": "aot_eager", "fullgraph": True},
    ),
}
