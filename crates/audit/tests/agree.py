"""Compares audits with python-chess: repetition, fifty and seventy-five moves, fivefold, too little material to mate.

usage: agree.py GAMES COMMAND...       COMMAND prints findings as JSON lines for a PGN file given after it, such as
                                       jadoube audit --code fide-2023 --json     (needs the Python package chess)

python-chess knows the rules of today; what it counts is translated to `claimable` and `passed-over` of fide-2023.
"""
import json
import random
import subprocess
import sys
import tempfile

import chess

STARTS = [
    chess.STARTING_FEN,
    "8/8/4k3/8/8/3K4/4R3/8 w - - 0 1",
    "4k3/8/8/3n4/8/8/4B3/4K3 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/p7/8/1P6/8/8/8/4K2R w K - 0 1",
    "8/8/2k1b3/8/8/2K1b3/8/8 w - - 0 1",
    "8/1p4k1/8/8/P7/8/5NK1/8 w - - 0 1",
]


def dead(board):
    """Whether nobody can win: too little material, now or after whatever move is made (5.2.2)."""
    def is_the_end(move):
        after = board.copy(stack=False)
        after.push(move)
        return after.is_insufficient_material() or after.is_stalemate()

    return board.is_insufficient_material() or all(map(is_the_end, board.legal_moves))


def game(dice):
    """A random game that shuffles a good deal, its text, and what must be found in it."""
    board = chess.Board(dice.choice(STARTS))
    start = board.fen()
    quiet = dice.random()
    texts, found, claimed, over = [], [], False, None
    length = dice.choice([20, 60, 120, 260])
    while len(texts) < length and any(board.legal_moves):
        moves = list(board.legal_moves)
        back = [move for move in moves if board.move_stack and len(board.move_stack) > 1
                and move.from_square == board.move_stack[-2].to_square and move.to_square == board.move_stack[-2].from_square]
        calm = [move for move in moves if not board.is_capture(move) and board.piece_type_at(move.from_square) != chess.PAWN]
        if back and dice.random() < quiet:
            move = back[0]
        elif calm and dice.random() < 0.9:
            move = dice.choice(calm)
        else:
            move = dice.choice(moves)
        if over:
            found.append(("passed-over", over[0], over[1]))
            over = "said"
            texts.append(board.san(move))
            break
        texts.append(board.san(move))
        board.push(move)
        ply = len(texts)
        alive = any(board.legal_moves)
        if alive and not claimed:
            if board.is_repetition(3):
                claimed = True
                found.append(("claimable", "repetition", ply))
            elif board.halfmove_clock >= 100:
                claimed = True
                found.append(("claimable", "fifty-moves", ply))
        if alive:
            if board.is_repetition(5):
                over = ("fivefold", ply)
            elif board.halfmove_clock >= 150:
                over = ("seventy-five", ply)
            elif dead(board):
                over = ("dead-position", ply)
    return start, texts, sorted(found)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    count, command = int(sys.argv[1]), sys.argv[2:]
    dice = random.Random(1851)
    expected = []
    with tempfile.NamedTemporaryFile("w", suffix=".pgn") as pgn:
        for number in range(count):
            start, texts, found = game(dice)
            expected.append(found)
            pgn.write(f'[Event "{number + 1}"]\n[FEN "{start}"]\n[SetUp "1"]\n\n{" ".join(texts)} *\n\n')
        pgn.flush()
        told = subprocess.run([*command, pgn.name], stdout=subprocess.PIPE, check=False, text=True).stdout
    said = [[] for _ in expected]
    for line in told.splitlines():
        finding = json.loads(line)
        if finding["code"] == "fide-2023" and finding["kind"] in ("claimable", "passed-over"):
            what = finding.get("ground") or finding.get("end")
            said[finding["game"] - 1].append((finding["kind"], what, finding["ply"]))
    wrong = [n + 1 for n, (ours, theirs) in enumerate(zip(said, expected)) if sorted(ours) != theirs]
    for number in wrong[:10]:
        print(f"game {number}: we say {said[number - 1]}, python-chess {expected[number - 1]}")
    grounds = sum(map(len, expected))
    print(f"{grounds} facts in {count} games agree" if not wrong else f"{len(wrong)} games differ")
    print(f"{count - len(wrong)} passed, {len(wrong)} failed")
    sys.exit(1 if wrong or not grounds else 0)


if __name__ == "__main__":
    main()
