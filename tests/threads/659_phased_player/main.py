import random

from board import Board
from callbacks import Journal, PhaseSchedule
from player import Player


def play_match(player, rival):
    board, side, moves = Board(), 1, 0
    while board.legal() and not board.winner():
        cell = player.choose(board, side) if side == 1 else rival.choice(board.legal())
        board.place(cell, side)
        side, moves = -side, moves + 1
    return board.winner(), moves


def main():
    player, rival = Player(seed=2), random.Random(7)
    schedule, journal = PhaseSchedule(explore=4), Journal()
    for match in range(7):
        schedule.on_match_start(player, match)
        result, moves = play_match(player, rival)
        journal.on_match_end(player, result, moves)
    print("\n".join(journal.lines()))
    print("balance", sum(row[1] for row in journal.rows))


if __name__ == "__main__":
    main()
