import torch

from adapter import AdaptConfig, EpisodeAdapter
from episodes import sample_episodes


def main():
    torch.manual_seed(0)
    adapter = EpisodeAdapter(AdaptConfig())
    for episode in sample_episodes(5):
        print(episode.name, round(adapter.adapt(episode), 5))
    print("mean", round(sum(adapter.log.values()) / len(adapter.log), 5))


if __name__ == "__main__":
    main()
