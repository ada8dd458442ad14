"""Serves a few translation requests with beam search (untrained toy decoder, fixed seed)."""
import torch

from decoder import Decoder
from server import Request, TranslationServer
from vocab import Vocab


def main():
    torch.manual_seed(41)
    vocab = Vocab(languages=("de", "fr", "pl"), words=24)
    decoder = Decoder(vocab_size=len(vocab), dim=16).eval()
    server = TranslationServer(decoder, vocab, beam=3, max_len=7)

    requests = [
        Request("hello", "de"),
        Request("good morning", "fr"),
        Request("see you", "pl"),
        Request("hello again", "de"),
    ]
    for request in requests:
        text, score = server.handle(request)
        print(f"{request.lang}  {score:+.4f}  {text}")
    print("served", server.stats["served"], "steps", server.stats["steps"])


if __name__ == "__main__":
    main()
