import torch


def safe_cholesky(matrix, jitter=1e-3):
    """A Cholesky factor; a little is added to the diagonal where it needs it."""
    factor, info = torch.linalg.cholesky_ex(matrix)
    if not torch.any(info):
        return factor
    eye = torch.eye(matrix.shape[-1])
    return torch.linalg.cholesky_ex(matrix + jitter * eye).L
