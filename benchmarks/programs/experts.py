"""A mixture of experts (Mixtral, random weights): two prompts, then a training step."""

import torch
from transformers import MixtralConfig, MixtralForCausalLM


def main():
    torch.manual_seed(0)
    config = MixtralConfig(
        vocab_size=256,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=4,
        num_attention_heads=4,
        num_key_value_heads=2,
        num_local_experts=4,
        num_experts_per_tok=2,
        max_position_embeddings=512,
        experts_implementation="eager",
    )
    model = MixtralForCausalLM(config)
    compiled = torch.compile(model, backend="aot_eager")
    model.eval()
    with torch.no_grad():
        for length in (7, 12):
            ids = torch.randint(0, 256, (1, length))
            logits = compiled(input_ids=ids, use_cache=False).logits
    model.train()
    ids = torch.randint(0, 256, (2, 16))
    loss = compiled(input_ids=ids, labels=ids, use_cache=False).loss
    loss.backward()
    print(tuple(logits.shape), f"{loss.item():.3f}")


main()
