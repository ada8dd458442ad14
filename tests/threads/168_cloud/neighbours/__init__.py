"""Neighbour queries on point sets."""
from .index import grid_cell, knn

__all__ = ["grid_cell", "knn"]
