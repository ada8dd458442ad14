from dataclasses import dataclass


@dataclass
class FlowPolicyConfig:
    state_dim: int = 7
    action_dim: int = 4
    image_tokens: int = 12
    width: int = 32
    layers: int = 2
    heads: int = 4
    chunk_size: int = 5
    num_inference_steps: int = 4
    backend: str = "eager"
