import torch

from collator import MaskingCollator
from modeling import BertConfig, BertForMaskedLM


def main():
    torch.manual_seed(0)
    config = BertConfig()
    collate = MaskingCollator(config.vocab_size)
    model = BertForMaskedLM(config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    train_model = torch.compile(model, backend="aot_eager", fullgraph=True)
    for step in range(6):
        input_ids, attention_mask, labels = collate(batch_size=8, length=20)
        loss, logits = train_model(input_ids, attention_mask, labels)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        print(step, f"{loss.item():.4f}", int((logits.argmax(-1) == labels).sum()))


if __name__ == "__main__":
    main()
