"""How fast are we beside python-chess? One run, both sides, the same games; prints times and ratios.

    python bindings/python/bench/compare.py [GAMES]
"""

import io
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests"))

import chess
import chess.pgn
from generator import games, pgn

import jadoube

ROUNDS = 3


def timed(task):
    """The median of a few rounds, in seconds of processor time, and what the task counted."""
    spent, counted = [], None
    for _ in range(ROUNDS):
        start = time.process_time()
        counted = task()
        spent.append(time.process_time() - start)
    return statistics.median(spent), counted


def walk(kind, played):
    """Every move made and taken back, with the legal moves listed at each step."""

    def task():
        count = 0
        for moves in played:
            board = kind()
            for move in moves:
                count += len(list(board.legal_moves))
                board.push(move)
            for _ in moves:
                board.pop()
        return count

    return task


def legal(boards):
    return lambda: sum(len(list(board.legal_moves)) for board in boards)


def push_pop(kind, played):
    def task():
        for moves in played:
            board = kind()
            for move in moves:
                board.push(move)
            for _ in moves:
                board.pop()
        return sum(map(len, played))

    return task


def sans(kind, played):
    def task():
        count = 0
        for moves in played:
            board = kind()
            for move in moves:
                count += len(board.san(move))
                board.push(move)
        return count

    return task


def parsed(kind, texts):
    def task():
        count = 0
        for text in texts:
            board = kind()
            for san in text:
                board.push(board.parse_san(san))
                count += 1
        return count

    return task


def their_pgn(text):
    def task():
        handle, plies = io.StringIO(text), 0
        while (game := chess.pgn.read_game(handle)) is not None:
            plies += sum(1 for _ in game.mainline_moves())
        return plies

    return task


def our_pgn(text):
    return lambda: sum(len(game.moves) for game in jadoube.read_pgn(text))


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    theirs = list(games(count))
    ours = [[jadoube.Move.from_uci(move.uci()) for move in moves] for moves in theirs]
    texts, boards = [], ([], [])
    for moves in theirs:
        board, line = chess.Board(), []
        for move in moves:
            line.append(board.san(move))
            board.push(move)
            if len(boards[0]) < 20 * count:
                boards[0].append(board.copy(stack=False))
                boards[1].append(jadoube.Board(board.fen()))
        texts.append(line)
    archive = "\n\n".join(pgn(count))
    rows = [
        ("legal moves", legal(boards[0]), legal(boards[1])),
        ("push and pop", push_pop(chess.Board, theirs), push_pop(jadoube.Board, ours)),
        ("push, pop and legal moves", walk(chess.Board, theirs), walk(jadoube.Board, ours)),
        ("SAN written", sans(chess.Board, theirs), sans(jadoube.Board, ours)),
        ("SAN read and played", parsed(chess.Board, texts), parsed(jadoube.Board, texts)),
        ("PGN replayed", their_pgn(archive), our_pgn(archive)),
    ]
    print(f"{count} random games, {sum(map(len, theirs))} moves; median of {ROUNDS}, processor time")
    print(f"{'':28}{'python-chess':>14}{'jadoube':>12}{'times':>9}")
    for name, they, we in rows:
        (slow, theirs_counted), (fast, ours_counted) = timed(they), timed(we)
        assert theirs_counted == ours_counted, (name, theirs_counted, ours_counted)
        print(f"{name:28}{slow * 1000:11.1f} ms{fast * 1000:9.1f} ms{slow / max(fast, 1e-9):8.1f}x")


if __name__ == "__main__":
    main()
