"""Serve a little causal LM; each request picks an attention bias."""
import torch

from requests_ import REQUESTS
from server import Server


def main():
    torch.manual_seed(0)
    server = Server(vocab=50, width=32)
    for request in REQUESTS:
        out = server.handle(request)
        print(request["id"], out)
    print("served", server.served, "tokens", server.tokens)


if __name__ == "__main__":
    main()
