import torch
from transformers import LlamaConfig, LlamaForCausalLM

torch.manual_seed(0)
config = LlamaConfig(
    vocab_size=64,
    hidden_size=16,
    intermediate_size=32,
    num_hidden_layers=2,
    num_attention_heads=2,
    num_key_value_heads=1,
)
model = LlamaForCausalLM(config)
compiled = torch.compile(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

for step in range(2):
    tokens = torch.randint(0, 64, (2, 8))
    loss = compiled(input_ids=tokens, labels=tokens).loss
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    print(f"step {step}: loss {loss.item():.4f}")
