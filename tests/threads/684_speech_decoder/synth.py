import torch

from cache import FrameCache


def delay(frames, pad):
    """Shifts codebook i by i frames, as the codec expects it."""
    steps, books = frames.shape[1:]
    out = torch.full((frames.shape[0], steps + books - 1, books), pad)
    for i in range(books):
        out[:, i:i + steps, i] = frames[:, :, i]
    return out


@torch.no_grad()
def speak(model, step, voice, frames):
    batch, dim = voice.shape
    books, start = len(model.heads), model.heads[0].out_features
    cache = FrameCache(len(model.layers), batch, dim, frames)
    frame = torch.full((batch, books), start)
    result, confidence = [], 0.0
    for t in range(frames):
        logits = step(frame, voice, cache, torch.tensor([t]))
        frame = logits.argmax(-1)
        confidence += logits.softmax(-1).amax(-1).mean().item()
        result.append(frame)
    return torch.stack(result, dim=1), confidence / frames
