from datetime import timedelta

import torch

from batch import initial_state
from model import Forecaster


def rollout(model, batch, steps, lead=timedelta(hours=6)):
    for _ in range(steps):
        fields = model(batch)
        batch = batch.advance(fields, lead)
        yield batch


def main():
    torch.manual_seed(11)
    batch = initial_state(n_vars=3, height=12, width=24)
    model = torch.compile(Forecaster(n_vars=3).eval(), backend="eager")
    with torch.no_grad():
        for state in rollout(model, batch, steps=6):
            print(state.describe())


if __name__ == "__main__":
    main()
