"""Games of PGN archives, from a path, a text, bytes or anything that can be read."""

from __future__ import annotations

import bz2
import gzip
import io
import os
import re
import threading
from contextlib import ExitStack
from typing import IO, Any, Iterator, Optional, Union, cast

from . import _jadoube
from ._jadoube import PgnGame

__all__ = ["PgnReader", "PgnSource", "read_pgn", "tally_pgn"]

#: What games can be read from. A `str` is the PGN itself where it cannot be a file's name: with a line end, or beginning
#: as PGN does, with a tag, a comment or a numbered move.
PgnSource = Union[str, bytes, bytearray, memoryview, "os.PathLike[str]", IO[str], IO[bytes]]

#: So much is asked of a source at a time, and no game is longer than this: the engine says so then.
_CHUNK, _LONGEST = 1 << 16, (1 << 23) + (1 << 19)


def _is_pgn(text: str) -> bool:
    if not text.strip() or "\n" in text or text.lstrip().startswith(("[", "{", "%")):
        return True
    return re.match(r"\s*\d+\s*\.", text) is not None and not os.path.exists(text)


def _encoded(text: str) -> bytes:
    # Bytes that were no text when the file was opened come back as they were.
    return text.encode(errors="surrogateescape")


def _opened(source: PgnSource, held: ExitStack) -> IO[Any]:
    """A file to read from; what is opened for it is closed with `held`."""
    if hasattr(source, "read"):
        return cast("IO[Any]", source)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return io.BytesIO(source)
    if isinstance(source, str) and _is_pgn(source):
        return io.BytesIO(_encoded(source))
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(f"expected a path, a PGN text, bytes, or a file open for reading, not {type(source).__name__}")
    file = held.enter_context(open(source, "rb"))
    head = file.peek(4)
    if head.startswith(b"\x1f\x8b"):
        return cast("IO[Any]", held.enter_context(gzip.GzipFile(fileobj=file)))
    if head.startswith(b"BZh"):
        return cast("IO[Any]", held.enter_context(bz2.BZ2File(file)))
    if head.startswith(b"\x28\xb5\x2f\xfd"):
        raise ValueError(f"{os.fspath(source)}: compressed with zstd: open it with a decompressor, and give that")
    return file


def _parts(file: IO[Any]) -> Iterator[tuple[bytes, int]]:
    """The archive in parts that hold whole games, each with the number of its first line."""
    kept, line = b"", 1
    while True:
        chunk = file.read(_CHUNK)
        if isinstance(chunk, str):
            chunk = _encoded(chunk)
        elif not isinstance(chunk, bytes):
            raise TypeError(f"read() of a PGN source: expected text or bytes, not {type(chunk).__name__}")
        kept += chunk
        end = _jadoube.last_game(kept) if chunk and len(kept) < _LONGEST else len(kept)
        if end:
            yield kept[:end], line
            line += kept.count(b"\n", 0, end)
            kept = kept[end:]
        if not chunk:
            return


class PgnReader:
    """The games of an archive, one by one; to stop early, stop asking. Threads may share it.

    A file opened by its path is closed after the last game, at `close()`, at the end of a `with`, or when nobody has the
    reader any more.
    """

    #: What is open and must be closed.
    _held = ExitStack()

    def __init__(self, source: PgnSource) -> None:
        with ExitStack() as held:
            self._parts = _parts(_opened(source, held))
            self._held = held.pop_all()
        self._games: Iterator[PgnGame] = iter(())
        self._lock = threading.RLock()

    def __iter__(self) -> PgnReader:
        return self

    def __next__(self) -> PgnGame:
        with self._lock:
            while True:
                game: Optional[PgnGame] = next(self._games, None)
                if game is not None:
                    return game
                try:
                    part, line = next(self._parts)
                except BaseException:
                    # The end, or nothing that can be read any more.
                    self._held.close()
                    raise
                self._games = _jadoube.Games(part, line)

    def close(self) -> None:
        """Closes what was opened for it; there are no further games then. A file that was handed in stays open."""
        with self._lock:
            self._parts, self._games = iter(()), iter(())
            self._held.close()

    def __enter__(self) -> PgnReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self._held.close()


def read_pgn(source: PgnSource) -> PgnReader:
    """Iterates over the games of a PGN archive: `source` is a path, the text itself, bytes or an open file.

    Files may be compressed with gzip or bzip2. What cannot be opened or read raises what Python raises for it.
    """
    return PgnReader(source)


def tally_pgn(source: PgnSource) -> tuple[int, int, int]:
    """Replays a whole archive, variations included, and counts: games, half-moves, games with a move that is not legal."""
    games = half_moves = faulty = 0
    with ExitStack() as held:
        for part, _ in _parts(_opened(source, held)):
            tally = _jadoube.tally(part)
            games, half_moves, faulty = games + tally[0], half_moves + tally[1], faulty + tally[2]
    return games, half_moves, faulty
