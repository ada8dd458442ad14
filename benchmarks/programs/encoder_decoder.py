"""A small T5 with random weights: `generate()`, then two training steps."""

import torch
from transformers import T5Config, T5ForConditionalGeneration


def main():
    torch.manual_seed(0)
    config = T5Config(
        vocab_size=256,
        d_model=32,
        d_kv=8,
        d_ff=64,
        num_layers=4,
        num_decoder_layers=4,
        num_heads=4,
        decoder_start_token_id=0,
    )
    model = T5ForConditionalGeneration(config)
    model.eval()
    model.forward = torch.compile(model.forward, backend="aot_eager")
    ids = torch.randint(2, 256, (2, 9))
    with torch.no_grad():
        out = model.generate(ids, max_new_tokens=6, do_sample=False)
    model.train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for length in (12, 20):
        ids, labels = torch.randint(2, 256, (2, length)), torch.randint(2, 256, (2, 7))
        loss = model(input_ids=ids, labels=labels).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    print(out.shape[0], f"{loss.item():.3f}")


main()
