import torch

from episodes import EpisodeDataset
from meters import MeterBoard
from policy import ChunkPolicy


def fit(policy, data, board, epochs, batch_size, lr, kl_weight):
    compiled = torch.compile(policy, backend="inductor")
    optimizer = torch.optim.AdamW(policy.parameters(), lr=lr)
    for _ in range(epochs):
        for batch in data.batches(batch_size):
            loss, report = compiled(batch, kl_weight)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            board.update(report)


def main():
    torch.manual_seed(11)
    data = EpisodeDataset(episodes=24, horizon=6, state_dim=10, action_dim=4, seed=5)
    policy = ChunkPolicy(state_dim=10, action_dim=4, horizon=6, latent=8)
    board = MeterBoard()
    fit(policy, data, board, epochs=2, batch_size=8, lr=2e-3, kl_weight=0.1)
    for name in ("action", "kl", "smooth", "total"):
        print(name, round(board.first(name), 4), round(board.last(name), 4))
    print("steps", len(board.values["action"]))


if __name__ == "__main__":
    main()
