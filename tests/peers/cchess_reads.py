"""Prints what the package cchess reads in files: a line of JSON for each file named on standard input."""

import json
import sys

from cchess import Game


def lines(game):
    """Every move as the line that leads to it, with its comment, siblings included."""
    found = [["", (game.annote or "").strip()]]
    open_moves = [(game.first_move, "")] if game.first_move else []
    while open_moves:
        move, before = open_moves.pop()
        for one in [move, *move.get_siblings()]:
            line = (before + " " + one.to_iccs()).strip()
            found.append([line, (one.annote or "").strip()])
            if one.next_move:
                open_moves.append((one.next_move, line))
    return found


def main():
    for path in sys.stdin.read().split("\n"):
        if not path:
            continue
        try:
            game = Game.read_from(path)
            answer = {"start": game.init_board.to_fen(), "lines": lines(game), "info": game.info}
        except Exception as error:
            answer = {"error": repr(error)}
        print(json.dumps(answer))


main()
