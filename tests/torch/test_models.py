"""Tiny random models in training: same numbers, a clean stderr, files that compile."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.torch, pytest.mark.models, pytest.mark.slow]

PROGRAM = """
import hashlib, sys
import torch
from transformers import BertConfig, BertForMaskedLM, GPT2Config, GPT2LMHeadModel

name, capture = sys.argv[1:]
torch.manual_seed(0)
if name == "bert":
    model = BertForMaskedLM(BertConfig(
        hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=32, vocab_size=50))
else:
    model = GPT2LMHeadModel(GPT2Config(
        n_embd=16, n_layer=1, n_head=2, vocab_size=50, n_positions=32,
        bos_token_id=0, eos_token_id=0))
model.train()
compiled = torch.compile(model)

def main():
    torch.manual_seed(1)
    ids = torch.randint(0, 50, (2, 8))
    loss = compiled(input_ids=ids, labels=ids).loss
    loss.backward()
    digest = hashlib.sha256(loss.detach().numpy().tobytes())
    for parameter in model.parameters():
        if parameter.grad is not None:
            digest.update(parameter.grad.numpy().tobytes())
    print(digest.hexdigest())

if capture == "yes":
    import depyf
    with depyf.prepare_debug("dump"):
        main()
else:
    main()
"""


@pytest.mark.parametrize("name", ["bert", "gpt2"])
def test_a_tiny_model_trains_the_same(run_program, name):
    # One thread: parallel scatter-adds are not deterministic, with or without depyf.
    env = {"OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"}
    without = run_program(PROGRAM, name, "no", env=env)
    done = run_program(PROGRAM, name, "yes", env=env)
    assert done.stdout == without.stdout
    assert done.from_depyf == []
    assert done.files("__compiled_fn_*.kernel_1.py")
    for file in done.files("__transformed_code_*.py"):
        assert done.read(file).splitlines()[1].startswith("# exact:")
    for path in (done.directory / "dump").glob("*.py"):
        compile(path.read_text(encoding="utf-8"), str(path), "exec")
