import torch

from engine import Engine
from model import DecoderLM
from runner import SamplingRunner

torch.manual_seed(1)
engine = Engine(SamplingRunner(DecoderLM(), temperature=0.7))
for prompts in ([[3], [11], [42]], [[7], [5]]):
    outputs, scores = engine.generate(prompts, 6)
    for row in outputs:
        print(row)
    print(" ".join(f"{s:.4f}" for s in scores))
