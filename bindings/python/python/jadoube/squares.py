"""Colours, kinds of men and squares by name: White is `True`, a1 is 0 and h8 is 63, a pawn is 1 and a king 6."""

from typing import Optional

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

# What stands for what, for those who write types.
Color = bool
PieceType = int
Square = int

COLORS = [WHITE, BLACK] = [True, False]
COLOR_NAMES = ["black", "white"]
PIECE_TYPES = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] = [1, 2, 3, 4, 5, 6]
PIECE_SYMBOLS = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
FILE_NAMES = list("abcdefgh")
RANK_NAMES = list("12345678")

SQUARES = list(range(64))
SQUARE_NAMES = [file + rank for rank in "12345678" for file in "abcdefgh"]

A1, B1, C1, D1, E1, F1, G1, H1 = range(0, 8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)


def piece_symbol(piece_type: PieceType) -> str:
    """The letter of a kind of man: `piece_symbol(KNIGHT) == "n"`."""
    return _of_kind(PIECE_SYMBOLS, piece_type)


def piece_name(piece_type: PieceType) -> str:
    """The name of a kind of man: `piece_name(KNIGHT) == "knight"`."""
    return _of_kind(PIECE_NAMES, piece_type)


def _of_kind(names: "list[Optional[str]]", piece_type: PieceType) -> str:
    name = names[piece_type] if 0 < piece_type < len(names) else None
    if name is None:
        raise ValueError(f"{piece_type} is no kind of man: expected 1 (pawn) to 6 (king)")
    return name


def parse_square(name: str) -> int:
    """The number of a square: `parse_square("e4") == 28`."""
    try:
        return SQUARE_NAMES.index(name)
    except ValueError:
        raise ValueError(f"{name!r} is no square: expected a1 to h8") from None


def square_name(square: int) -> str:
    """The name of a square: `square_name(28) == "e4"`."""
    return SQUARE_NAMES[_checked(square)]


def square(file_index: int, rank_index: int) -> int:
    """The square on a file and a rank, both from 0."""
    if not (0 <= file_index < 8 and 0 <= rank_index < 8):
        raise ValueError(f"no square on file {file_index}, rank {rank_index}: expected 0 to 7")
    return rank_index * 8 + file_index


def square_file(square: int) -> int:
    """The file of a square, from 0."""
    return _checked(square) & 7


def square_rank(square: int) -> int:
    """The rank of a square, from 0."""
    return _checked(square) >> 3


def square_mirror(square: int) -> int:
    """The square opposite, as the other player sees it: a1 for a8."""
    return _checked(square) ^ 56


def square_distance(one: int, other: int) -> int:
    """How many moves a king needs from one square to the other."""
    return max(abs(square_file(one) - square_file(other)), abs(square_rank(one) - square_rank(other)))


def square_manhattan_distance(one: int, other: int) -> int:
    """How many steps along files and ranks lie between two squares."""
    return abs(square_file(one) - square_file(other)) + abs(square_rank(one) - square_rank(other))


def _checked(square: int) -> int:
    if not 0 <= square < 64:
        raise ValueError(f"{square} is no square: expected 0 (a1) to 63 (h8)")
    return square


__all__ = [
    "BISHOP", "BLACK", "COLORS", "COLOR_NAMES", "Color", "FILE_NAMES", "KING", "KNIGHT", "PAWN", "PIECE_NAMES",
    "PIECE_SYMBOLS", "PIECE_TYPES", "PieceType", "QUEEN", "RANK_NAMES", "ROOK", "SQUARES", "SQUARE_NAMES",
    "STARTING_BOARD_FEN", "STARTING_FEN", "Square", "WHITE",
    "parse_square", "piece_name", "piece_symbol", "square", "square_distance", "square_file", "square_manhattan_distance",
    "square_mirror", "square_name", "square_rank",
    "A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1",
    "A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2",
    "A3", "B3", "C3", "D3", "E3", "F3", "G3", "H3",
    "A4", "B4", "C4", "D4", "E4", "F4", "G4", "H4",
    "A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5",
    "A6", "B6", "C6", "D6", "E6", "F6", "G6", "H6",
    "A7", "B7", "C7", "D7", "E7", "F7", "G7", "H7",
    "A8", "B8", "C8", "D8", "E8", "F8", "G8", "H8",
]
