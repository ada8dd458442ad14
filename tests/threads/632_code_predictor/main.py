import torch

from predictor import CodePredictor, PredictorConfig


def profile_run(model, config):
    hidden = torch.zeros(config.max_num_seqs, config.width)
    codes = torch.zeros(config.max_num_seqs, config.groups - 1, dtype=torch.long)
    return model(hidden, codes).shape


def requests(config, seed=6):
    gen = torch.Generator().manual_seed(seed)
    for batch in (3, 4, 2, 3):
        hidden = torch.randn(batch, config.width, generator=gen)
        codes = torch.randint(0, config.codebook, (batch, config.groups - 1), generator=gen)
        yield hidden, codes


def main():
    torch.manual_seed(8)
    config = PredictorConfig()
    model = CodePredictor(config).eval()
    with torch.no_grad():
        print("profile", tuple(profile_run(model, config)))
        for hidden, codes in requests(config):
            logits = model(hidden, codes)
            print(logits.argmax(-1).tolist(), f"{logits.std().item():.4f}")


if __name__ == "__main__":
    main()
