"""Does the package do what it says, and refuse what it must with a plain word?"""

import _thread
import bz2
import copy
import errno
import gzip
import importlib.metadata
import inspect
import json
import pathlib
import pickle
import random
import signal
import subprocess
import sys
import threading
import time

import pytest

import jadoube

ROOT = pathlib.Path(__file__).parents[3]
INCIDENT = (ROOT / "examples" / "incident.jsonl").read_text()


def test_a_board_in_its_familiar_shape():
    board = jadoube.Board()
    assert board.turn is jadoube.WHITE
    assert len(board.legal_moves) == board.legal_moves.count() == 20
    assert board.push_san("e4") == jadoube.Move.from_uci("e2e4") == jadoube.Move(jadoube.E2, jadoube.E4)
    assert jadoube.Move.from_uci("e7e5") in board.legal_moves
    assert jadoube.Move.from_uci("e2e4") not in board.legal_moves
    assert "e7e5" not in board.legal_moves
    assert board.piece_at(jadoube.E4).symbol() == "P"
    assert board.piece_at(jadoube.E2) is None
    assert board.peek().uci() == "e2e4"
    assert board.pop().uci() == "e2e4"
    with pytest.raises(IndexError):
        board.pop()
    for san in ["f3", "e5", "g4", "Qh4#"]:
        board.push_san(san)
    assert board.is_checkmate() and board.result() == "0-1"
    assert board.outcome().winner is jadoube.BLACK
    assert not board.legal_moves
    assert board.variation_san([]) == ""
    assert jadoube.Board().variation_san([jadoube.Move.from_uci(m) for m in ("e2e4", "e7e5", "g1f3")]) == "1. e4 e5 2. Nf3"
    assert board.perft(1) == 0 and jadoube.Board().perft(4) == 197_281


def test_what_is_wrong_with_a_move_is_an_exception_of_its_own():
    knights = jadoube.Board("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
    for wrong, raised in [("Nd2", jadoube.AmbiguousMoveError), ("e5", jadoube.IllegalMoveError), ("zzz", jadoube.InvalidMoveError)]:
        with pytest.raises(raised, match=f'^"{wrong}" in 4k3/'):
            knights.push_san(wrong)
    for wrong, raised in [("e2e5", jadoube.IllegalMoveError), ("e2", jadoube.InvalidMoveError)]:
        with pytest.raises(raised, match=f'^"{wrong}" in rnbq'):
            jadoube.Board().push_uci(wrong)
    with pytest.raises(jadoube.InvalidMoveError):
        jadoube.Move.from_uci("e2")
    for illegal in (lambda board: board.push(jadoube.Move.from_uci("e2e5")), lambda board: board.find_move(jadoube.E2, jadoube.E5)):
        board = jadoube.Board()
        with pytest.raises(jadoube.IllegalMoveError) as raised:
            illegal(board)
        assert isinstance(raised.value, ValueError) and board == jadoube.Board()
        assert type(pickle.loads(pickle.dumps(raised.value))) is jadoube.IllegalMoveError


def test_boards_are_copied_compared_and_drawn():
    board = jadoube.Board()
    board.push_san("d4")
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        assert other == board and other.pop().uci() == "d2d4"
        assert other != board
    assert board.copy(stack=False).move_stack == []
    assert pickle.loads(pickle.dumps(jadoube.Move.from_uci("e7e8q"))).promotion == jadoube.QUEEN
    assert board._repr_svg_().startswith("<svg") and board.svg(flipped=True) != board.svg()
    assert "♙" in board.unicode()


def test_positions_as_people_paste_them():
    after = jadoube.Board()
    after.push_san("e4")
    for fen in (after.epd(), f" {after.fen()}\n", after.epd(en_passant="fen") + " 0 0", after.fen().replace(" ", "  ")):
        assert jadoube.Board(fen).epd() == after.epd(), fen
    assert jadoube.Board("4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1").fen() == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    assert jadoube.read("Kd2", fen="4k3/8/8/8/8/8/8/4K3 w").moves == ["e1d2"]
    assert jadoube.prove("drawn-game", "8/8/8/8/8/3k4/8/3K4").verdict == "proved"
    with pytest.raises(ValueError):
        jadoube.Board("1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1")


def test_everything_comes_back_from_a_pickle():
    board = jadoube.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 5 39")
    board.push_san("e4")
    again = pickle.loads(pickle.dumps(board))
    assert again == board and again.move_stack == board.move_stack and again.root() == board.root()
    for one in (jadoube.Piece.from_symbol("n"), jadoube.Move.from_uci("e7e8q"), jadoube.Outcome("checkmate", True)):
        assert pickle.loads(pickle.dumps(one)) == one and copy.deepcopy(one) == one
    (game,) = jadoube.read_pgn('\n\n[White "A"]\n\n1. e4 (1. d4) e5 {so} 1-0\n')
    again = pickle.loads(pickle.dumps(game))
    assert (str(again), again.line_number) == (str(game), 3)
    assert copy.copy(game) is copy.deepcopy(game) is game
    sitting = jadoube.Game("bcc-1899")
    sitting.act("white", "move", move=jadoube.Move.from_uci("e2e4"))
    for other in (copy.copy(sitting), copy.deepcopy(sitting), pickle.loads(pickle.dumps(sitting))):
        assert other.state() == sitting.state()
        other.act("black", "resign")
        assert not sitting.state().is_over


def test_names_that_others_know():
    assert jadoube.piece_name(jadoube.KNIGHT) == "knight" and jadoube.piece_symbol(jadoube.KING) == "k"
    for kind in (0, 7, -1):
        with pytest.raises(ValueError, match="expected 1"):
            jadoube.piece_name(kind)
    assert jadoube.square_manhattan_distance(jadoube.A1, jadoube.H8) == 14
    assert [jadoube.Piece.from_symbol(letter).unicode_symbol() for letter in "Nn"] == ["♘", "♞"]
    assert jadoube.Piece.from_symbol("Q").unicode_symbol(invert_color=True) == "♛"
    played = jadoube.Board()
    played.push_san("e4")
    played.clear_stack()
    assert played.move_stack == [] and played.turn is jadoube.BLACK
    board = jadoube.Board(jadoube.STARTING_FEN)
    assert board.pieces(jadoube.KNIGHT, jadoube.WHITE) == [jadoube.B1, jadoube.G1]
    assert board.castling_rights == 1 << 0 | 1 << 7 | 1 << 56 | 1 << 63
    assert board.is_valid() and not jadoube.Board("P3k3/8/8/8/8/8/8/4K3 w - - 0 1").is_valid()
    assert board.lan(jadoube.Move.from_uci("g1f3")) == "Ng1-f3"
    castle = jadoube.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert castle.parse_uci("e1h1") == castle.parse_uci("e1g1") and castle.push_uci("e1a1").uci() == "e1c1"
    with pytest.raises(ValueError):
        jadoube.Board("4k3/8/8/8/8/8/8/R3K2R w - - 0 1").parse_uci("e1h1")
    # Asked of a move that is not legal, these answer by what it would do.
    odd = jadoube.Move.from_uci("a1a7")
    assert board.is_capture(odd) and board.is_zeroing(odd) and not board.is_castling(odd) and not board.is_en_passant(odd)
    assert board.mirror().fen() == board.fen().replace(" w ", " b ")
    assert jadoube.square_distance(jadoube.A1, jadoube.H3) == 7 and jadoube.square_mirror(jadoube.A1) == jadoube.A8
    assert jadoube.PIECE_TYPES == [1, 2, 3, 4, 5, 6] and jadoube.COLORS == [True, False]
    assert jadoube.FILE_NAMES[4] + jadoube.RANK_NAMES[3] == "e4"


def test_old_moves():
    board = jadoube.Board()
    assert board.push_san("P-K4").uci() == "e2e4"
    assert board.descriptive(jadoube.Move.from_uci("g8f6")) == "Kt-KB3"
    assert jadoube.read("P-B4").moves == ["c2c4", "f2f4"]
    assert jadoube.read("Hello").error["span"]
    assert jadoube.read("PxP", moves=["e2e4", "d7d5"]).moves == ["e4d5"]


def test_a_game_under_a_code():
    game = jadoube.Game("bcc-1899")
    state = game.act("white", "move", move="e2e5")
    assert (state.turn, state.rulings[0].clause) == ("white", "II.6(a)")
    option = state.options_of("black")[0]
    assert option.then.board
    after = game.act(option)
    assert after.refused is None and after.seq == 2
    assert jadoube.Game.replay(game.record()).state() == game.state()
    tried = game.copy()
    assert tried.act({"by": "white", "act": "resign"}).is_over
    assert not game.state().is_over
    assert game.board().fen().startswith("rnbqkbnr")
    with pytest.raises(ValueError, match="act"):
        game.act("white", "fly")
    with pytest.raises(TypeError):
        game.act("white")
    assert game.state().seq == 2, "what is refused changes nothing"
    assert game.state("spectator").options == []
    assert game.state("arbiter") == game.state()
    with pytest.raises(TypeError):
        game.act(option, "junk")
    with pytest.raises(TypeError):
        game.act(option, square="e4")
    assert repr(game) == "<Game bcc-1899, 2 acts, in-play>"
    assert jadoube.Game.replay(ROOT / "examples" / "incident.jsonl").record() == jadoube.Game.replay(INCIDENT).record()


def test_one_record_before_every_code():
    trials = jadoube.judge(INCIDENT)
    assert list(trials) == [code["code"] for code in jadoube.codes()]
    assert trials["fide-1931"].states[-1].rulings[0].clause == "15(a)"
    assert jadoube.judge(INCIDENT, ["xxv"]).keys() == jadoube.judge(INCIDENT, "xxv").keys() == {"xxv"}
    assert jadoube.rule(INCIDENT)[-1].seq == 6
    lines = [json.loads(line) for line in INCIDENT.splitlines()]
    assert jadoube.rule(lines) == jadoube.rule(INCIDENT)


def test_the_laws():
    assert jadoube.laws("bcc-1899", "ii 5 c")["clause"] == "II.5(c)"
    assert "bcc-1899" in jadoube.compare(jadoube.questions()[0]["question"])["tables"][0]["codes"]


def test_archives_from_anywhere(tmp_path):
    text = '[Event "?"]\n\n1. e4 (1. d4 {so}) e5 $1 {well} 1/2-1/2\n\n[Event "2"]\n\n1. e4 e4 *\n'
    path = tmp_path / "games.pgn"
    path.write_text(text)
    for source in (text, text.encode(), path, str(path), path.open(), path.open("rb")):
        first, second = jadoube.read_pgn(source)
        assert (len(first), first.result, first.variations, first.nags, first.comments) == (2, "1/2-1/2", 1, [(2, 1)], [(2, "well")])
        assert len(second) == 1 and "line 7" in second.errors[0]
    assert jadoube.tally_pgn(path) == (2, 4, 1)
    with pytest.raises(OSError, match="nowhere"):
        jadoube.read_pgn("nowhere.pgn")
    with pytest.raises(TypeError):
        jadoube.read_pgn(7)

    for packed, pack in (("games.pgn.gz", gzip.compress), ("games.pgn.bz2", bz2.compress)):
        (tmp_path / packed).write_bytes(pack(text.encode()))
        assert len(list(jadoube.read_pgn(tmp_path / packed))) == 2
    for source in (bytearray(text.encode()), memoryview(text.encode())):
        assert len(list(jadoube.read_pgn(source))) == 2
    # A numbered move is no file's name; nothing is no game.
    assert [len(game) for game in jadoube.read_pgn("1. e4 e5 2. Nf3 *")] == [3]
    assert list(jadoube.read_pgn("")) == []


def test_what_cannot_be_read_is_said_as_python_says_it(tmp_path):
    with pytest.raises(FileNotFoundError) as missing:
        jadoube.read_pgn("nowhere.pgn")
    assert (missing.value.errno, missing.value.filename) == (errno.ENOENT, "nowhere.pgn")
    with pytest.raises(OSError) as folder:
        list(jadoube.read_pgn(tmp_path))
    assert folder.value.errno in (errno.EISDIR, errno.EACCES)

    class Broken:
        def __init__(self, error):
            self.error = error

        def read(self, size):
            raise self.error

    for error in (OSError("the line is cut"), KeyboardInterrupt(), RuntimeError("mine")):
        with pytest.raises(type(error)) as raised:
            next(jadoube.read_pgn(Broken(error)))
        assert raised.value is error

    class Odd:
        def read(self, size):
            return None

    with pytest.raises(TypeError, match="text or bytes"):
        next(jadoube.read_pgn(Odd()))


def test_files_are_closed(tmp_path):
    place = tmp_path / "games.pgn"
    place.write_text("1. e4 e5 *\n\n" * 3)
    packed = tmp_path / "games.pgn.gz"
    packed.write_bytes(gzip.compress(place.read_bytes()))
    program = """
import jadoube, sys
for place in sys.argv[1:]:
    # To the end, left early, closed, in a block, counted.
    assert len(list(jadoube.read_pgn(place))) == 3
    for game in jadoube.read_pgn(place):
        break
    reader = jadoube.read_pgn(place)
    next(reader)
    reader.close()
    assert list(reader) == []
    with jadoube.read_pgn(place) as games:
        assert next(games).line_number == 1
    assert jadoube.tally_pgn(place) == (3, 6, 0)
try:
    jadoube.PgnReader()
except TypeError:
    pass
"""
    # In development mode Python tells of every file that was left to it to close.
    words = [sys.executable, "-X", "dev", "-c", program, str(place), str(packed)]
    ended = subprocess.run(words, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    with open(place) as own:
        list(jadoube.read_pgn(own))
        assert not own.closed


def test_a_source_may_give_little_at_a_time():
    text = '\ufeff[Event "?"]\n\n1. e4 {a}\n e5 1/2-1/2\n\n\ufeff[Event "2"]\n\n1. e4 e4 *'

    class Drops:
        def __init__(self):
            self.left = text.encode()

        def read(self, size):
            drop, self.left = self.left[:1], self.left[1:]
            return drop

    first, second = jadoube.read_pgn(Drops())
    assert (len(first), first.line_number, second.line_number) == (2, 1, 6)
    assert "line 8" in second.errors[0]
    assert jadoube.tally_pgn(Drops()) == (2, 3, 1)


def test_results_and_starts_are_what_they_are():
    for written, result in (("1-0\n1. d4", "*"), ("½-½", "1/2-1/2"), ("0-0", "*")):
        (game,) = jadoube.read_pgn(f'[Result "{written}"]\n\n1. e4 e5\n'.replace("\n1. d4", " 1. d4"))
        assert game.result == result
        assert str(game).rstrip().endswith(f"1. e4 e5 {result}")
    (game,) = jadoube.read_pgn('[FEN "xxx"]\n\n1. e4 *\n')
    assert game.errors and len(game) == 0
    for board in (game.board, game.end_board):
        with pytest.raises(ValueError, match="xxx"):
            board()
    (deep,) = jadoube.read_pgn("1. e4 " + "(1. d4 " * 70 + ")" * 70 + " *\n")
    assert any("64" in error for error in deep.errors)
    (twice,) = jadoube.read_pgn('[White "A"]\n[White "B"]\n\n1. e4 $999 *\n')
    assert twice.headers["White"] == "A" and twice.nags == [] and twice.comments == [(1, "$999")]


def test_what_cannot_be_replayed_is_copied_whole():
    chess960 = "nrbqnkrb/pppppppp/8/8/8/8/PPPPPPPP/NRBQNKRB w GBgb - 0 1"
    movetext = "1. Nf3 {[%clk 0:10:00]} 1... Nf6 (1... d5 2. O-O --) 2. O-O O-O 3. d4 1-0"
    for fen, known, errors in ((chess960, 2, 0), (chess960.replace("GBgb", "HAha"), 0, 1)):
        text = f'[Event "A"]\n[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n{movetext}\n'
        (game,) = jadoube.read_pgn(text)
        assert (str(game), len(game), len(game.errors)) == (text, known, errors)
    (game,) = jadoube.read_pgn("1. e4 {[%clk 0:10:00]} 1... e4 2. d4 --\n")
    assert str(game).strip() == "1. e4 {[%clk 0:10:00]} 1... e4 2. d4 -- *" and len(game.errors) == 1


def test_stopping_early_reads_no_more():
    class Counted:
        asked = 0

        def read(self, size):
            self.asked += 1
            return "1. e4 e5 *\n\n" * 1000

    source = Counted()
    reader = jadoube.read_pgn(source)
    assert len(next(reader)) == 2
    assert source.asked < 200, "an endless source must not be read to its end"


def test_a_proof():
    proof = jadoube.prove("drawn-game", "8/8/8/8/8/3k4/8/3K4 w - - 0 1")
    assert proof.verdict == "proved"
    assert jadoube.prove("winnable", "8/8/8/8/8/3k4/8/3KB3 w - - 0 1", side="white").verdict == "refuted"
    with pytest.raises(ValueError):
        jadoube.prove("nonsense", jadoube.Board().fen())


def test_a_score_is_converted():
    page = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n"
    (game,) = jadoube.convert(page)
    assert "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6" in game.pgn
    assert game.clean and game.moves[0] == "e2e4"


def test_nonsense_is_refused_and_never_a_fault():
    rng = random.Random(1899)
    letters = "e2e4KQRBNkqrbnp/12345678 -x=+#O0{}[]\"\\:,\x00ñ☃\n"
    board = jadoube.Board()
    calls = [
        jadoube.Board, jadoube.Move.from_uci, board.parse_san, board.parse_uci, board.set_fen, jadoube.read,
        jadoube.Game, jadoube.Game.replay, jadoube.rule, jadoube.judge, jadoube.compare,
        lambda text: jadoube.laws("xxv", text), lambda text: list(jadoube.read_pgn(text + "\n")),
        lambda text: jadoube.Game("xxv").act({"by": "white", "act": text}),
        lambda text: jadoube.convert(text), lambda text: jadoube.prove("drawn-game", text, budget=100),
    ]
    for _ in range(4000):
        text = "".join(rng.choice(letters) for _ in range(rng.randrange(40)))
        try:
            rng.choice(calls)(text)
        except ValueError:
            pass
    squares = [board.piece_at, board.piece_type_at, board.color_at, jadoube.square_file, jadoube.square_name, jadoube.square_mirror]
    squares += [lambda number: board.svg(marked=[number]), lambda number: jadoube.Move(number, 0)]
    kinds = [lambda number: jadoube.Piece(number, True), lambda number: board.pieces(number, True)]
    for number in (-1, 64, 10**9, 10**40):
        for call in squares + kinds:
            with pytest.raises(ValueError):
                call(number)
    for call in (board.perft, board.is_repetition, lambda number: jadoube.prove("winnable", board.fen(), budget=number)):
        with pytest.raises(ValueError):
            call(-1)


def test_others_go_on_while_we_work():
    """Long work lets other threads run: a counter goes on counting beside it."""
    counted = 0
    done = threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    jadoube.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").perft(5)
    during = counted - before
    done.set()
    thread.join()
    assert during > 10


def test_one_game_serves_several_threads():
    game = jadoube.Game("bcc-1899")
    faults = []

    def look():
        try:
            for _ in range(50):
                game.state()
                game.act("white", "say", words="well")
        except Exception as fault:
            faults.append(fault)

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert game.state().seq == 200


def test_a_board_can_be_played_on_while_its_lines_are_counted():
    board = jadoube.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    counted = []
    thread = threading.Thread(target=lambda: counted.append(board.perft(5)))
    thread.start()
    played = 0
    while thread.is_alive():
        board.push_san("O-O")
        board.pop()
        played += 1
        time.sleep(0.001)
    thread.join()
    assert counted == [193_690_690] and played > 10


def test_a_long_count_can_be_interrupted():
    # Begun in the background, a program ignores the interrupt unless it says otherwise.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.5, _thread.interrupt_main)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            jadoube.Board().perft(30)
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_thread_left_behind_ends_with_the_program():
    program = """
import jadoube, threading, time
class Source:
    def read(self, size):
        time.sleep(0.01)
        return "1. e4 e5 *\\n\\n" * 10
threading.Thread(target=lambda: list(jadoube.read_pgn(Source())), daemon=True).start()
threading.Thread(target=lambda: jadoube.Board().perft(30), daemon=True).start()
time.sleep(0.3)
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_every_name_has_its_words():
    for name in jadoube.__all__:
        thing = getattr(jadoube, name)
        if inspect.isclass(thing) or inspect.isroutine(thing):
            assert thing.__doc__, name


def test_the_example_runs():
    ended = subprocess.run([sys.executable, ROOT / "examples" / "judge.py"], capture_output=True, text=True, encoding="utf-8")
    assert ended.returncode == 0, ended.stderr
    assert "bcc-1899\n" in ended.stdout and "black may: " in ended.stdout and "II.5(c)" in ended.stdout


def test_the_licences_come_along():
    files = importlib.metadata.files("jadoube") or []
    assert {"LICENSE-MIT", "LICENSE-APACHE"} <= {file.name for file in files}
