import torch


def symmetrize(m):
    return 0.5 * (m + m.transpose(-1, -2))


def psd_inverse(m, jitter=1e-6):
    """Inverse of a batch of small positive definite matrices."""
    eye = torch.eye(m.shape[-1], dtype=m.dtype)
    if jitter > 0:
        m = m + jitter * eye
    return torch.cholesky_inverse(torch.linalg.cholesky(m))


def quad(v, m):
    """v' M v for a batch of vectors."""
    return torch.einsum("bi,bij,bj->b", v, m, v)
