"""A 12-layer Llama with random weights: `generate()`, then two training steps."""

import sys

import torch
from transformers import LlamaConfig, LlamaForCausalLM

LAYERS = int(sys.argv[1]) if len(sys.argv) > 1 else 12


def main():
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=256,
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=LAYERS,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=4096,
    )
    model = LlamaForCausalLM(config)
    model.eval()
    model.forward = torch.compile(model.forward, backend="aot_eager")
    prompt = torch.randint(0, 256, (1, 7))
    with torch.no_grad():
        model.generate(prompt, max_new_tokens=6, do_sample=False)
    model.train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for length in (16, 24):
        ids = torch.randint(0, 256, (2, length))
        loss = model(input_ids=ids, labels=ids).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    print(f"{loss.item():.3f}")


main()
