"""Assembles the simulator; only the repeated blocks are compiled (short compile times)."""
import torch

from network import Simulator


def compile_blocks(sim, backend):
    for i, block in enumerate(sim.blocks):
        sim.blocks[i] = torch.compile(block, backend=backend)
    return sim


def build_simulator(width, depth, backend=None):
    sim = Simulator(width, depth)
    if backend is not None:
        compile_blocks(sim, backend)
    return sim
