import torch

from runner import Runner


def main():
    torch.manual_seed(3)
    runner = Runner()
    tokens = torch.tensor([1, 5, 9, 13])
    history = []
    for turn in range(6):
        tokens = runner.step(tokens, turn)
        history.append(tokens)
    out = torch.stack(history, dim=1)
    for row in out.tolist():
        print(" ".join(f"{t:2d}" for t in row))
    print(f"pool filled: {runner.pool.fill_ratio():.3f}")


if __name__ == "__main__":
    main()
