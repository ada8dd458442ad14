import torch

from blocks import EncoderConfig, StreamState
from encoder import StreamingEncoder, greedy_ctc


def synth_mel(batch: int, frames: int, n_mels: int) -> torch.Tensor:
    g = torch.Generator().manual_seed(11)
    t = torch.linspace(0, 6.0, frames)[None, :, None]
    pitch = torch.rand(batch, 1, n_mels, generator=g) * 4 + 0.5
    return torch.sin(t * pitch) + 0.1 * torch.randn(batch, frames, n_mels, generator=g)


@torch.inference_mode()
def transcribe(model: StreamingEncoder, mel: torch.Tensor):
    state = StreamState()
    parts = []
    for chunk in mel.split(model.cfg.chunk_frames, dim=1):
        parts.append(model(chunk, state))
    return torch.cat(parts, dim=1), state


def main():
    torch.manual_seed(0)
    cfg = EncoderConfig()
    model = StreamingEncoder(cfg).eval().compile_blocks()
    for session in range(3):
        mel = synth_mel(2, 48, cfg.n_mels) * (1 + 0.25 * session)
        logp, state = transcribe(model, mel)
        print(f"session {session}: frames {state.frames_seen} state {state.nbytes()} B "
              f"mean logp {logp.max(-1).values.mean():.5f}")
        print("  ", [ids[:10] for ids in greedy_ctc(logp)])


if __name__ == "__main__":
    main()
