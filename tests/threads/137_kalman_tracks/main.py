"""Multi-target tracking: a bank of constant-velocity Kalman filters over a noisy scene."""
import torch

from kalman import make_model, predict_update
from scene import Scene
from tracks import TrackBook


def main():
    torch.manual_seed(7)
    scene = Scene(targets=6, frames=14)
    book = TrackBook(scene.first())
    F, H, Q = make_model(dt=0.1)
    step = torch.compile(predict_update, backend="eager")
    for frame in scene:
        book.observe(frame)
        x, P, innov = step(book.x, book.P, frame.z, F, H, Q, book.noise)
        book.commit(x, P, innov)
    err = (book.x[:, :2] - scene.truth).norm(dim=1)
    print("mean position error %.4f" % err.mean().item())
    print("trace of P %.4f" % book.P.diagonal(dim1=1, dim2=2).sum(-1).mean().item())
    print("innovation rms %.4f" % torch.stack(book.innovations).pow(2).mean().sqrt().item())


if __name__ == "__main__":
    main()
