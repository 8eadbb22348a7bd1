"""Positions and games to compare on: random legal play from a seed, so that every run meets the same ones."""

import random

import chess

SEED = 1862


def games(count, longest=160, seed=SEED):
    """Random games, each as a list of python-chess moves from the ordinary array; some end in mate, most do not."""
    rng = random.Random(seed)
    for _ in range(count):
        board = chess.Board()
        length = rng.randrange(4, longest)
        while len(board.move_stack) < length and not board.is_game_over():
            moves = list(board.legal_moves)
            # Captures and pawn moves a little oftener, so that men leave the board and pawns reach the far end.
            sharp = [move for move in moves if board.is_capture(move) or move.promotion]
            board.push(rng.choice(sharp if sharp and rng.random() < 0.3 else moves))
        yield list(board.move_stack)


def positions(count, seed=SEED):
    """Random positions as FEN, from every stage of random games."""
    rng = random.Random(seed + 1)
    made = 0
    while made < count:
        for moves in games(200, seed=rng.randrange(1 << 30)):
            board = chess.Board()
            for move in moves:
                board.push(move)
                if rng.random() < 0.25:
                    yield board.fen(en_passant="fen")
                    made += 1
                    if made == count:
                        return


def pgn(count, seed=SEED):
    """An archive of random games with comments, glyphs and variations, as python-chess writes it."""
    import chess.pgn

    rng = random.Random(seed + 2)
    for number, moves in enumerate(games(count, seed=seed)):
        game = chess.pgn.Game()
        game.headers["Event"] = f"Random {number}"
        game.headers["White"], game.headers["Black"] = "Ann \\ \"A\"", "Böb"
        node = game
        for move in moves:
            before = node.board()
            main = node.add_variation(move)
            if rng.random() < 0.05:
                main.comment = rng.choice(["a remark", "so it went on; or did it?", "[%clk 0:01:02]"])
            if rng.random() < 0.05:
                main.nags.add(rng.choice([1, 2, 3, 4, 5, 6, 10]))
            if rng.random() < 0.03:
                other = rng.choice(list(before.legal_moves))
                if other != move:
                    node.add_variation(other)
            node = main
        game.headers["Result"] = node.board().result()
        yield str(game)
