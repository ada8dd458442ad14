import torch
from torch import nn
from torch.func import functional_call

from client import Client, ClientConfig, Objective
from server import Server


def make_shard(n, shift):
    x = torch.randn(n, 10) + shift
    y = (x[:, :3].argmax(1) + (x[:, 3] > shift).long()) % 3
    return x, y


def main():
    torch.manual_seed(2)
    model = nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.Linear(16, 3))
    cfg = ClientConfig()
    objective = torch.compile(Objective(model, cfg.mu), backend="aot_eager")

    @torch.compile(backend="aot_eager")
    def predict(weights, x):
        return functional_call(model, weights, (x,)).softmax(-1)

    clients = [Client(*make_shard(48, 0.3 * i), objective, cfg) for i in range(3)]
    held_x, held_y = make_shard(64, 0.2)
    server = Server(model)
    for _ in range(4):
        payload = server.payload()
        with torch.no_grad():
            probs = predict(payload, held_x)
        hit = (probs.argmax(-1) == held_y).float().mean().item()
        results = [c.fit(payload) for c in clients]
        server.aggregate([w for w, _ in results], [len(c.y) for c in clients])
        losses = " ".join(f"{loss:.4f}" for _, loss in results)
        print(f"round {server.round} held-out {hit:.3f} client losses {losses}")
    print(f"norm {sum(w.square().sum() for w in server.weights.values()).sqrt().item():.4f}")


if __name__ == "__main__":
    main()
