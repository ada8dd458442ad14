import torch


def chunks(frames, size):
    whole = frames.shape[1] // size * size
    return [c.contiguous() for c in frames[:, :whole].split(size, dim=1)]


@torch.no_grad()
def run_stream(step, carries, pieces):
    outs, energy = [], []
    for piece in pieces:
        out, carries = step(piece, carries)
        outs.append(out)
        energy.append(out.pow(2).mean().item())
    return torch.cat(outs, dim=1), energy
