"""The laws of chess, executable.

A fast, exact board in a familiar shape, PGN archives and printed scores, and an arbiter who rules on what happened at
a board under one of several codes of laws, citing the clause.

>>> import jadoube
>>> board = jadoube.Board()
>>> board.push_san("e4")
Move.from_uci('e2e4')
>>> board.san(next(iter(board.legal_moves))) != ""
True

>>> game = jadoube.Game("bcc-1899")
>>> state = game.act("white", "move", move="e2e5")
>>> state.rulings[0].clause
'II.6(a)'
"""

from ._jadoube import (
    AmbiguousMoveError,
    Board,
    IllegalMoveError,
    InvalidMoveError,
    LegalMoves,
    Move,
    Outcome,
    PgnGame,
    Piece,
    __version__,
)
from .law import (
    Clock,
    Consequence,
    Converted,
    Duty,
    Game,
    Option,
    Proof,
    Reading,
    Refusal,
    Ruling,
    State,
    Trial,
    Written,
    codes,
    compare,
    convert,
    judge,
    laws,
    prove,
    questions,
    read,
    rule,
)
from .pgn import PgnReader, PgnSource, read_pgn, tally_pgn
from .squares import *  # noqa: F403
from .squares import __all__ as _squares

__all__ = [
    "AmbiguousMoveError",
    "Board",
    "Clock",
    "Consequence",
    "Converted",
    "Duty",
    "Game",
    "IllegalMoveError",
    "InvalidMoveError",
    "LegalMoves",
    "Move",
    "Option",
    "Outcome",
    "PgnGame",
    "PgnReader",
    "PgnSource",
    "Piece",
    "Proof",
    "Reading",
    "Refusal",
    "Ruling",
    "State",
    "Trial",
    "Written",
    "__version__",
    "codes",
    "compare",
    "convert",
    "judge",
    "laws",
    "prove",
    "questions",
    "read",
    "read_pgn",
    "rule",
    "tally_pgn",
    *_squares,
]
