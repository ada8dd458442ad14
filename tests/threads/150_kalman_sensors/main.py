import torch

from filters import correct, predict, smooth
from sensors import Camera, Lidar, Radar
from track import fresh_tracks
from world import World


def follow(tracks, sensors, steps):
    path = []
    for t in range(1, steps + 1):
        pos, vel, var = predict(tracks.pos, tracks.vel, tracks.var)
        tracks = tracks.moved(pos=pos, vel=vel, var=var)
        sensor = sensors[t % len(sensors)]
        z, noise = sensor.measure(t)
        pos, vel, var, hits = correct(tracks.pos, tracks.vel, tracks.var, tracks.hits, z, noise)
        tracks = tracks.moved(pos=pos, vel=vel, var=var, hits=hits)
        path.append(tracks.pos.float())
    return tracks, path


def main():
    torch.manual_seed(0)
    world = World(objects=6)
    radar, lidar, camera = Radar(world, 1), Lidar(world, 2), Camera(world, 3)
    tracks, path = follow(fresh_tracks(radar), [radar, lidar, camera], steps=30)
    error = (tracks.pos - world.at(30)).norm(dim=1)
    print(f"mean error {error.mean():.3f}")
    print(f"variance {tracks.var.mean():.4f}")
    print(f"hits {int(tracks.hits.sum())}  smooth {smooth(path)[-1].abs().sum():.3f}")


if __name__ == "__main__":
    main()
