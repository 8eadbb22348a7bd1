"""Do we answer as python-chess does, on random positions and games?"""

import io

import chess
import chess.pgn
import pytest
from generator import games, pgn, positions

import jadoube

POSITIONS = 10_000
GAMES = 1_000


def uci(moves):
    return sorted(str(move) for move in moves)


def test_ten_thousand_positions():
    for fen in positions(POSITIONS):
        theirs, ours = chess.Board(fen), jadoube.Board(fen)
        assert ours.fen() == theirs.fen(), fen
        assert ours.fen(en_passant="fen") == theirs.fen(en_passant="fen"), fen
        assert uci(ours.legal_moves) == uci(theirs.legal_moves), fen
        assert ours.is_check() == theirs.is_check(), fen
        assert ours.is_checkmate() == theirs.is_checkmate(), fen
        assert ours.is_stalemate() == theirs.is_stalemate(), fen
        assert ours.is_insufficient_material() == theirs.is_insufficient_material(), fen
        assert ours.checkers() == list(theirs.checkers()), fen
        assert str(ours) == str(theirs), fen


def test_moves_written_and_read():
    for fen in positions(POSITIONS // 10, seed=7):
        theirs, ours = chess.Board(fen), jadoube.Board(fen)
        for move in theirs.legal_moves:
            mine = jadoube.Move.from_uci(move.uci())
            san = theirs.san(move)
            assert ours.san(mine) == san, (fen, move)
            assert ours.parse_san(san) == mine, (fen, san)
            assert ours.is_capture(mine) == theirs.is_capture(move), (fen, move)
            assert ours.gives_check(mine) == theirs.gives_check(move), (fen, move)
            assert ours.is_castling(mine) == theirs.is_castling(move), (fen, move)
            assert ours.is_en_passant(mine) == theirs.is_en_passant(move), (fen, move)


def test_what_the_men_command():
    for fen in positions(POSITIONS // 20, seed=11):
        theirs, ours = chess.Board(fen), jadoube.Board(fen)
        assert ours.has_legal_en_passant() == theirs.has_legal_en_passant(), fen
        assert uci(ours.generate_legal_captures()) == uci(theirs.generate_legal_captures()), fen
        assert uci(ours.generate_legal_moves()) == uci(theirs.generate_legal_moves()), fen
        for square in chess.SQUARES:
            assert ours.attacks(square) == list(theirs.attacks(square)), (fen, square)
            for color in chess.COLORS:
                assert ours.attackers(color, square) == list(theirs.attackers(color, square)), (fen, square)
                assert ours.is_pinned(color, square) == theirs.is_pinned(color, square), (fen, square)
        for move in theirs.legal_moves:
            mine = ours.find_move(move.from_square, move.to_square, move.promotion)
            assert mine.uci() == theirs.find_move(move.from_square, move.to_square, move.promotion).uci() == move.uci()
            assert ours.is_kingside_castling(mine) == theirs.is_kingside_castling(move), (fen, move)
            assert ours.is_queenside_castling(mine) == theirs.is_queenside_castling(move), (fen, move)


def named(outcome):
    return None if outcome is None else (outcome.termination.name.lower(), outcome.winner)


def test_a_thousand_games():
    for moves in games(GAMES):
        theirs, ours = chess.Board(), jadoube.Board()
        for move in moves:
            theirs.push(move)
            ours.push_uci(move.uci())
            assert ours.is_repetition(3) == theirs.is_repetition(3)
            found = ours.outcome()
            assert (found and (found.termination, found.winner)) == named(theirs.outcome()), theirs.fen()
        assert ours.fen() == theirs.fen()
        assert ours.can_claim_draw() == theirs.can_claim_draw()
        assert ours.result(claim_draw=True) == theirs.result(claim_draw=True)
        assert [move.uci() for move in ours.move_stack] == [move.uci() for move in moves]
        assert ours.ply() == theirs.ply()
        for _ in moves:
            assert ours.pop().uci() == theirs.pop().uci()
        assert ours.fen() == chess.STARTING_FEN


def shuffled(count):
    """Games that go to and fro: repetitions and long stretches without a capture."""
    import random

    rng = random.Random(count)
    for _ in range(count):
        board = chess.Board("4k2r/8/8/8/8/8/8/R3K3 w - - 90 60")
        moves = []
        while len(moves) < 80 and not board.is_game_over():
            move = rng.choice([move for move in board.legal_moves if not board.is_capture(move)] or list(board.legal_moves))
            board.push(move)
            moves.append(move)
        yield moves


def test_claims_as_the_counts_grow():
    for moves in shuffled(30):
        theirs, ours = chess.Board("4k2r/8/8/8/8/8/8/R3K3 w - - 90 60"), jadoube.Board("4k2r/8/8/8/8/8/8/R3K3 w - - 90 60")
        for move in moves:
            theirs.push(move)
            ours.push_uci(move.uci())
            assert ours.can_claim_fifty_moves() == theirs.can_claim_fifty_moves(), theirs.fen()
            assert ours.can_claim_threefold_repetition() == theirs.can_claim_threefold_repetition(), theirs.fen()
            found = ours.outcome(claim_draw=True)
            assert (found and (found.termination, found.winner)) == named(theirs.outcome(claim_draw=True)), theirs.fen()


def test_archives():
    text = "\n\n".join(pgn(GAMES // 5))
    theirs = io.StringIO(text)
    count = 0
    for ours in jadoube.read_pgn(text):
        game = chess.pgn.read_game(theirs)
        count += 1
        assert ours.headers == dict(game.headers)
        assert [move.uci() for move in ours.moves] == [move.uci() for move in game.mainline_moves()]
        assert ours.end_board().fen() == game.end().board().fen()
        assert ours.errors == []
        # What we write, they read alike.
        again = chess.pgn.read_game(io.StringIO(str(ours)))
        assert again.errors == []
        # Lines may end elsewhere, also within a comment.
        written = [each.accept(chess.pgn.StringExporter(headers=False)).split() for each in (again, game)]
        assert written[0] == written[1]
    assert chess.pgn.read_game(theirs) is None
    assert count == GAMES // 5


def test_the_comparison_can_fail():
    """Were the boards not alike, the comparison would say so."""
    theirs, ours = chess.Board(), jadoube.Board()
    ours.push_uci("e2e4")
    with pytest.raises(AssertionError):
        assert uci(ours.legal_moves) == uci(theirs.legal_moves)
