import torch
import torch.nn.functional as F

from layers import Decoder, ModelConfig
from peft import adapter_norm, mark_only_adapters_trainable


def compile_blocks(model, backend="aot_eager"):
    for block in model.blocks:
        block.compile(backend=backend)


def batches(steps, vocab, generator):
    for _ in range(steps):
        tokens = torch.randint(0, vocab, (4, 17), generator=generator)
        yield tokens[:, :-1], tokens[:, 1:]


def main():
    torch.manual_seed(0)
    cfg = ModelConfig()
    model = Decoder(cfg)
    params = mark_only_adapters_trainable(model)
    compile_blocks(model)
    optim = torch.optim.AdamW(params, lr=5e-3)
    gen = torch.Generator().manual_seed(1)
    for step, (x, y) in enumerate(batches(4, cfg.vocab, gen)):
        logits = model(x)
        loss = F.cross_entropy(logits.flatten(0, 1), y.flatten())
        optim.zero_grad(set_to_none=True)
        loss.backward()
        optim.step()
        print(f"step {step} loss {loss.item():.5f}")
    print(f"adapter norm {adapter_norm(model):.4f}")


if __name__ == "__main__":
    main()
