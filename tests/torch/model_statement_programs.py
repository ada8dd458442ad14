"""What chapter 9 says of a model without showing a run: each statement, run."""

from __future__ import annotations

import json

import torch
from torch._dynamo.testing import CompileCounter
from transformers import LlamaConfig, LlamaForCausalLM

LAYERS = (1, 2, 4, 8)
LENGTHS = (8, 12, 16, 20)


def model(layers=2):
    """The model of the chapter."""
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=64,
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=layers,
        num_attention_heads=2,
        num_key_value_heads=1,
    )
    return LlamaForCausalLM(config)


def compiled(made, lengths, **options):
    """The counter after each call, and the last output."""
    torch._dynamo.reset()
    counter = CompileCounter()
    call = torch.compile(made, backend=counter)
    graphs = []
    for length in lengths:
        tokens = torch.randint(0, 64, (2, length))
        out = call(input_ids=tokens, labels=tokens, **options)
        graphs.append(counter.frame_count)
    return graphs, counter.op_count, out


if __name__ == "__main__":
    cached = {}
    for use in (True, False):
        out = compiled(model(), LENGTHS[:1], use_cache=use)[2]
        cached[str(use)] = type(out.past_key_values).__name__
    print(
        json.dumps(
            {
                "operations of 1, 2, 4 and 8 layers": [
                    compiled(model(layers), LENGTHS[:1])[1] for layers in LAYERS
                ],
                "graphs after texts of 8, 12, 16 and 20": compiled(model(), LENGTHS)[0],
                "keys and values without use_cache": cached,
            }
        )
    )
