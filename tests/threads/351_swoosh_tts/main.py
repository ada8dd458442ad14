import torch

from decoder import DecoderConfig, FlowDecoder


def flow_loss(model, mel, cond, t):
    noise = torch.randn_like(mel)
    xt = t[:, None, None] * mel + (1 - t[:, None, None]) * noise
    return (model(xt, t, cond) - (mel - noise)).square().mean()


def main():
    torch.manual_seed(0)
    cfg = DecoderConfig()
    decoder = FlowDecoder(cfg)
    compiled = torch.compile(decoder, backend="aot_eager")
    optim = torch.optim.SGD(decoder.parameters(), lr=0.05)
    for step in range(4):
        mel = torch.randn(3, 40, cfg.n_mels).cumsum(1) * 0.1
        cond = mel.roll(1, dims=1) * 0.5
        loss = flow_loss(compiled, mel, cond, torch.rand(3))
        optim.zero_grad()
        loss.backward()
        optim.step()
        print(f"step {step} loss {loss.item():.4f}")
    norm = sum(p.square().sum() for p in decoder.parameters()).sqrt()
    print(f"weight norm {norm.item():.3f}")


if __name__ == "__main__":
    main()
