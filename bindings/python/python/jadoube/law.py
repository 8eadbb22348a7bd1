"""Games under a code of laws: what was done, what the law says of it, and who may now do what."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping, Optional, Sequence, TypeVar, Union, overload

from . import _jadoube

__all__ = [
    "Clock", "Consequence", "Converted", "Duty", "Game", "Option", "Proof", "Reading", "Refusal", "Ruling", "State", "Trial", "Written",
    "codes", "compare", "convert", "judge", "laws", "prove", "questions", "read", "rule",
]

Act = Mapping[str, Any]
#: A whole record: JSON Lines, its objects, or the path of a file that holds it.
Record = Union[str, "os.PathLike[str]", Iterable[Act]]


@dataclass(frozen=True)
class Ruling:
    """One thing the law said of an act."""

    clause: str
    text: str
    party: Optional[str] = None


@dataclass(frozen=True)
class Duty:
    """Why a player may play less than every legal move."""

    clause: str
    text: str


@dataclass(frozen=True)
class Refusal:
    """Why an act had no effect."""

    why: str
    clause: Optional[str] = None


@dataclass(frozen=True)
class Clock:
    """Seconds used by each side, and whose clock is running."""

    white: float
    black: float
    running: Optional[str] = None
    #: Seconds left and seconds added under today's time controls, by player.
    left: Optional[Mapping[str, float]] = None
    added: Optional[Mapping[str, float]] = None


@dataclass(frozen=True)
class Written:
    """A completed move as it is written."""

    uci: str
    descriptive: str
    algebraic: str
    full: str


@dataclass(frozen=True)
class Consequence:
    """What would follow from using a right."""

    board: str
    turn: str
    moves: Sequence[str]
    status: str
    winner: Optional[str] = None


@dataclass(frozen=True)
class Option:
    """A right now open: give it to `Game.act` as it stands."""

    party: str
    text: str
    clause: str
    act: Act = field(repr=False)
    then: Optional[Consequence] = field(default=None, repr=False)
    #: It ends as soon as he who has it touches a man.
    lapses: bool = False


@dataclass(frozen=True)
class State:
    """The state of a game after an act."""

    seq: int
    #: FEN of the men as they now stand.
    board: str
    turn: str
    #: `in-play`, `adjourned`, `suspended`, `won`, `drawn`, `annulled` or `lost-by-both`.
    status: str
    winner: Optional[str]
    #: The clause that ended the game.
    clause: Optional[str]
    next_first_move: Optional[str]
    #: What the player on turn may play without breaking the law, in UCI.
    moves: Sequence[str]
    duty: Optional[Duty]
    options: Sequence[Option]
    rulings: Sequence[Ruling]
    clock: Optional[Clock]
    record: Optional[Written]
    refused: Optional[Refusal]
    #: Whose move has been made on the board and not yet completed by pressing the clock.
    made: Optional[str] = None
    #: Illegal moves completed by each, where the code counts them.
    illegal: Optional[Mapping[str, int]] = None
    #: The points of each, where the code gives them.
    score: Optional[Mapping[str, Any]] = None

    def options_of(self, party: str) -> list[Option]:
        """The rights of one party: `white`, `black`, `umpire` or `timekeeper`."""
        return [option for option in self.options if option.party == party]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.status in ("won", "drawn", "annulled", "lost-by-both")


@dataclass(frozen=True)
class Trial:
    """What one code says of a record: a state before any act and one after each, and why it judged no further."""

    code: str
    states: Sequence[State]
    stopped: Optional[str] = None


@dataclass(frozen=True)
class Reading:
    """Which legal moves a text can express."""

    #: In UCI; several where the text leaves it open, none where no legal move fits.
    moves: Sequence[str]
    #: What was understood.
    understood: Sequence[str]
    #: What had to be supposed.
    remarks: Sequence[str]
    #: Where and why the text is not understood.
    error: Optional[Mapping[str, Any]] = None


@dataclass(frozen=True)
class Proof:
    """The answer to a claim, with evidence that has been checked."""

    #: `proved`, `refuted` or `undecided`.
    verdict: str
    #: The first move of the evidence, in UCI, where it is a strategy or a line.
    first_move: Optional[str]
    evidence: Optional[Mapping[str, Any]] = field(repr=False)
    #: How many positions were looked into.
    nodes: int


@dataclass(frozen=True)
class Converted:
    """A game found on a printed page, with every doubt about it."""

    tags: Mapping[str, str]
    #: FEN of the position it starts from, where that is not the ordinary one.
    start: Optional[str]
    #: In UCI.
    moves: Sequence[str]
    result: str
    #: Read throughout, with nothing tied, faulty, repaired or odd.
    clean: bool
    doubts: Sequence[str]
    pgn: str = field(repr=False)


T = TypeVar("T")


def _made(kind: type[T], found: Mapping[str, Any]) -> T:
    """A record of this kind from the fields it knows; the wire may have more one day."""
    known: Iterable[str] = getattr(kind, "__dataclass_fields__")
    return kind(**{name: found[name] for name in known if name in found})


def _maybe(kind: type[T], found: Optional[Mapping[str, Any]]) -> Optional[T]:
    return None if found is None else _made(kind, found)


def _option(found: Mapping[str, Any]) -> Option:
    return Option(
        party=found["by"],
        text=found.get("text", ""),
        clause=found.get("clause", ""),
        act=found,
        then=_maybe(Consequence, found.get("then")),
        lapses=found.get("lapses", False),
    )


def _state(found: Mapping[str, Any]) -> State:
    parts = dict(found)
    parts["duty"] = _maybe(Duty, found["duty"])
    parts["clock"] = _maybe(Clock, found["clock"])
    parts["record"] = _maybe(Written, found["record"])
    parts["refused"] = _maybe(Refusal, found["refused"])
    parts["rulings"] = [_made(Ruling, one) for one in found["rulings"]]
    parts["options"] = [_option(one) for party in found["options"].values() for one in party]
    return _made(State, parts)


def _line(act: Act) -> str:
    """An act as a line of a record; moves may be `Move`s."""

    def plain(value: object) -> str:
        if isinstance(value, _jadoube.Move):
            return value.uci()
        raise TypeError(f"{value!r} in an act: expected what JSON can hold, or a Move")

    return json.dumps(dict(act), default=plain)


def _text(record: Record) -> str:
    if isinstance(record, str):
        return record
    if isinstance(record, os.PathLike):
        with open(record, encoding="utf-8-sig") as file:
            return file.read()
    return "\n".join(_line(line) for line in record)


class Game:
    """A game under a code of laws.

    >>> game = Game("fide-1931")
    >>> state = game.act("white", "touch", square="b1")
    >>> state.duty.clause
    '15(a)'
    """

    def __init__(self, code: str = "bcc-1899", **header: Any) -> None:
        """Opens a game under a code; further fields are those of the record's header (`start`, `odds`, `time_limit`…)."""
        self._sitting = _jadoube.Sitting.open(json.dumps({"code": code, **header}))

    @classmethod
    def replay(cls, record: Record) -> Game:
        """The game that a whole record tells: JSON Lines, its objects, or the path of a file (a `pathlib.Path`)."""
        return cls._on(_jadoube.Sitting.replay(_text(record)))

    @classmethod
    def _on(cls, sitting: _jadoube.Sitting) -> Game:
        game = cls.__new__(cls)
        game._sitting = sitting
        return game

    def act(self, by: Union[str, Option, Act], act: Optional[str] = None, **fields: Any) -> State:
        """Takes an act and gives the state that follows.

        `game.act("white", "touch", square="f1")`, an object of a record, or an `Option` as it stands. A breach of the
        law is an act like any other; what cannot have happened raises `ValueError` and changes nothing.
        """
        if isinstance(by, str):
            if act is None:
                raise TypeError("act(by, act, ...): expected what was done, as in act('white', 'touch', square='f1')")
            line: Act = {"by": by, "act": act, **fields}
        elif act is not None or fields:
            raise TypeError("act(by, ...): an option or an object is a whole act: expected nothing beside it")
        else:
            line = by.act if isinstance(by, Option) else by
        return _state(json.loads(self._sitting.act(_line(line))))

    def state(self, eye: Optional[str] = None, *, brief: bool = False) -> State:
        """The state as `white`, `black` or a `spectator` sees it, or in full, as the `arbiter`; `brief` leaves out the options."""
        return _state(json.loads(self._sitting.state(eye, brief)))

    @property
    def options(self) -> Sequence[Option]:
        """Every right now open."""
        return self.state().options

    @property
    def rulings(self) -> Sequence[Ruling]:
        """What the law said of the last act."""
        return self.state(brief=True).rulings

    def board(self) -> _jadoube.Board:
        """The men as they now stand."""
        return _jadoube.Board(self.state(brief=True).board)

    def record(self) -> str:
        """The record so far: JSON Lines, a header and one act a line."""
        return self._sitting.record()

    def copy(self) -> Game:
        """The same game again, to try something on."""
        return self._on(self._sitting.copy())

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return type(self).replay, (self.record(),)

    def __repr__(self) -> str:
        state = self.state(brief=True)
        return f"<Game {json.loads(self.record().partition(chr(10))[0])['code']}, {state.seq} acts, {state.status}>"


def rule(record: Record, code: Optional[str] = None) -> list[State]:
    """Every state of a record, by its own code or another."""
    return [_state(one) for one in json.loads(_jadoube.rule(_text(record), code))]


def judge(record: Record, codes: Union[str, Iterable[str], None] = None) -> dict[str, Trial]:
    """One record before several codes, or before one; before all of them where none is named."""
    chosen = codes if codes is None else [codes] if isinstance(codes, str) else list(codes)
    said = json.loads(_jadoube.judge(_text(record), chosen))
    return {
        code: Trial(code, [_state(one) for one in trial["states"]], trial["stopped"]) for code, trial in said.items()
    }


def codes() -> list[dict[str, Any]]:
    """The codes of laws: `code`, `title`, `year` and how many `clauses`."""
    found: list[dict[str, Any]] = json.loads(_jadoube.laws(None, None))
    return found


@overload
def laws(code: str) -> list[dict[str, Any]]: ...
@overload
def laws(code: str, clause: None) -> list[dict[str, Any]]: ...
@overload
def laws(code: str, clause: str) -> Union[dict[str, Any], list[dict[str, Any]]]: ...
def laws(code: str, clause: Optional[str] = None) -> Union[dict[str, Any], list[dict[str, Any]]]:
    """Every clause of a code; or one, however it is written (`"II.5(c)"`, `"ii 5 c"`), several where the words fit several."""
    found: Union[dict[str, Any], list[dict[str, Any]]] = json.loads(_jadoube.laws(code, clause))
    return found


def questions() -> list[dict[str, str]]:
    """The questions on which the codes are compared."""
    found: list[dict[str, str]] = json.loads(_jadoube.compare(None))
    return found


def compare(question: str) -> dict[str, Any]:
    """One question of law, the codes side by side."""
    found: dict[str, Any] = json.loads(_jadoube.compare(question))
    return found


def read(
    text: str,
    *,
    fen: Optional[str] = None,
    moves: Union[str, Sequence[str], None] = None,
    code: Optional[str] = None,
    language: Optional[str] = None,
) -> Reading:
    """Which legal moves a text can express, in any style of the last three centuries: `read("Kt-KB3")`.

    Without `language`, English is tried and, where that gives no move, every other: `read("Sf3", language="german")`.
    """
    before = moves if moves is None or isinstance(moves, str) else " ".join(moves)
    found = json.loads(_jadoube.read(text, fen, before, code, language))
    ways = found.get("reading") or []
    return Reading(
        moves=found["moves"],
        understood=[ways] if isinstance(ways, str) else ways,
        remarks=found.get("remarks", []),
        error=found.get("error"),
    )


def prove(claim: str, fen: str, *, side: Optional[str] = None, budget: int = 2_000_000) -> Proof:
    """Proves or refutes a claim about a position, within so many positions looked into.

    `drawn-game`: neither side can win by any legal moves; `winnable`: that side can; `endless-checks`: the player on
    turn can check for ever.
    """
    return _made(Proof, json.loads(_jadoube.prove(claim, fen, side, budget)))


def convert(page: str, *, repair: bool = False, language: Optional[str] = None) -> list[Converted]:
    """Every game on a printed page or in a PGN text, as PGN and move by move; what is not certain is said.

    `repair` amends misprints by the smallest change that lets the game go on; `language` is found from the moves where
    it is not given.
    """
    return [_made(Converted, one) for one in json.loads(_jadoube.convert(page, repair, language))]
