import functools

import torch

from shaping import clip_reward

GAMMA = 0.97


def _final_values(agent, info, value):
    """Value of the true last observation where an episode was cut."""
    out = []
    for i, last in enumerate(info["final_obs"]):
        out.append(value[i] if last is None else agent.value(last))
    return torch.stack(out)


def td_target(agent, obs, reward, info):
    value = agent.value(obs)
    boot = _final_values(agent, info, value)
    return clip_reward(reward) + GAMMA * boot


@functools.lru_cache(maxsize=None)
def compiled_target():
    return torch.compile(td_target, backend="aot_eager")


@torch.no_grad()
def collect(envs, agent, n_steps):
    target = compiled_target()
    keep = {"obs": [], "act": [], "target": []}
    obs = envs.reset()
    for _ in range(n_steps):
        act = agent.act(obs)
        nxt, reward, done, info = envs.step(act.tolist())
        keep["obs"].append(obs)
        keep["act"].append(act)
        keep["target"].append(target(agent, nxt, reward, info))
        obs = nxt
    return {k: torch.stack(v) for k, v in keep.items()}
