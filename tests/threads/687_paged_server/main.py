import torch

from model import TinyServerModel
from scheduler import Request, Scheduler


def serve(model, scheduler, requests):
    confidence = 0.0
    for request in requests:
        position = 0
        while len(request.tokens) < request.end:
            token = scheduler.prepare(request, position)
            logits = model(token)
            position += 1
            if position == len(request.tokens):
                request.tokens.append(int(logits.argmax()))
                confidence += float(logits.softmax(-1).max())
        scheduler.finish(request)
    return confidence


def main():
    torch.manual_seed(0)
    model = TinyServerModel().eval()
    compiled = torch.compile(model, backend="aot_eager")
    scheduler = Scheduler(24, max_pages=6)
    requests = [Request("a", [3, 9, 4], 8), Request("b", [7, 7, 21, 30, 2], 14), Request("c", [11], 20)]
    with torch.no_grad():
        confidence = serve(compiled, scheduler, requests)
    for request in requests:
        print(request.name, request.tokens[-6:])
    print(f"confidence {confidence:.4f}")


if __name__ == "__main__":
    main()
