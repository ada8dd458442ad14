from machine import best_tile


def tiled_matmul(x, weight):
    tile = best_tile()
    total = 0
    for x_part, w_part in zip(x.split(tile, dim=1), weight.split(tile, dim=0)):
        total = total + x_part @ w_part
    return total
