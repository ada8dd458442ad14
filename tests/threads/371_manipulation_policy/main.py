import torch

from policy import FlowPolicy, PolicyConfig
from runner import Runner, RunnerConfig

TASKS = [
    "pick up the red block",
    "open the top drawer",
    "put the bowl on the plate",
    "close the microwave",
    "stack the cups",
]


def main():
    torch.manual_seed(11)
    policy = FlowPolicy(PolicyConfig()).eval()
    runner = Runner(policy, RunnerConfig(backend="aot_eager", episode_len=2))
    for i, task in enumerate(TASKS):
        result = runner.episode(task, seed=i)
        print(f"{task:28s} reach {result.reach:.5f} effort {result.effort:.5f}")
    print(f"calls {runner.calls}")


if __name__ == "__main__":
    main()
