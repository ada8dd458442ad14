import copy

from torch import nn

from decoder import Decoder


def freeze(*modules):
    for module in modules:
        for parameter in module.parameters():
            parameter.requires_grad_(False)


def perturbed(model, scale):
    twin = copy.deepcopy(model)
    for parameter in twin.parameters():
        nn.init.trunc_normal_(parameter.data, std=scale)
    return twin


def build_roles():
    """The four decoders of the loop; only the policy goes to the optimizer."""
    policy = Decoder()
    reference = copy.deepcopy(policy)
    reward = perturbed(policy, 0.3)
    value = perturbed(policy, 0.1)
    freeze(reference)
    freeze(reward.embed, reward.layers)
    freeze(value.embed)
    return {"policy": policy, "reference": reference, "reward": reward, "value": value}
