from neighbours import grid_cell, knn


def local_frame(points, k):
    """Offsets to the k nearest neighbours, scaled by the median radius."""
    idx = knn(points, k)
    rel = points[idx] - points[:, None]
    radius = rel.norm(dim=-1).median()
    return rel / radius


def cell_offset(points, size=0.5):
    return points - grid_cell(points, size) * size
