import torch

from engine import FusionEngine
from fusion import FusionConfig, GatedFusion
from packets import PacketIndex


def make_batches(cfg, count, size=3, patches=5, words=6):
    for _ in range(count):
        tokens = torch.randint(1, cfg.vocab, (size, words))
        tokens[:, words - 2 :] = 0
        yield torch.randn(size, patches, cfg.patch), tokens


def main():
    torch.manual_seed(5)
    cfg = FusionConfig()
    engine = FusionEngine(GatedFusion(cfg), PacketIndex())
    for packet in engine.ingest(make_batches(cfg, 6)):
        gate, words = packet.pooled_gate().mean(), packet.caption_mask.sum()
        print(f"#{packet.ticket} gate={gate:.4f} words={int(words)}")
    ticket, score = engine.index.match(packet.embedding)
    print(f"best #{ticket} score={score:.4f}")


if __name__ == "__main__":
    main()
