import torch

from encoder import StreamingEncoder


def fake_speech(frames=36, mels=20, seed=5):
    gen = torch.Generator().manual_seed(seed)
    t = torch.arange(frames)[:, None] / 9.0
    f = torch.arange(mels)[None, :] / 4.0
    return torch.sin(t * f) + 0.1 * torch.randn(frames, mels, generator=gen)


def collapse(ids, blank=0):
    out, last = [], None
    for i in ids:
        if i != last and i != blank:
            out.append(i)
        last = i
    return out


@torch.no_grad()
def transcribe(model, step, speech, hop):
    model.reset()
    logits = [step(chunk) for chunk in speech.split(hop)]
    return torch.cat(logits)


def main():
    torch.manual_seed(0)
    model = StreamingEncoder().eval()
    step = torch.compile(model, backend="aot_eager")
    for seed in (5, 6):
        logits = transcribe(model, step, fake_speech(seed=seed), hop=4)
        print("tokens", collapse(logits.argmax(-1).tolist())[:8])
        print("mean", round(logits.mean().item(), 5))


if __name__ == "__main__":
    main()
