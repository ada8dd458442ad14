import torch

from game import SIZE, Board
from net import PolicyValueNet
from symmetry import Dihedral


@torch.no_grad()
def self_play(evaluate, symmetry, max_moves=14):
    board, values = Board(), []
    while board.moves < max_moves and not board.winner():
        view = symmetry.draw().forward(board.planes())
        logits, value = evaluate(view)
        scores = symmetry.inverse(logits).reshape(-1)
        scores = scores.masked_fill(~board.legal(), float("-inf"))
        probs = torch.softmax(4 * scores, 0)
        board.play(int(torch.multinomial(probs, 1)))
        values.append(value.item())
    return board, values


if __name__ == "__main__":
    torch.manual_seed(5)
    net = torch.compile(PolicyValueNet().eval(), backend="eager")
    symmetry = Dihedral(seed=2)
    for game in range(3):
        board, values = self_play(net, symmetry)
        mean = sum(values) / len(values)
        print(f"game {game} moves {board.moves} winner {board.winner()} value {mean:.5f}")
    print("centre", board.cells[SIZE // 2].tolist())
