"""Does the package do what it says, and refuse what it must with a plain word?"""

import copy
import json
import pathlib
import pickle
import random
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


def test_one_record_before_every_code():
    trials = jadoube.judge(INCIDENT)
    assert list(trials) == [code["code"] for code in jadoube.codes()]
    assert trials["fide-1931"].states[-1].rulings[0].clause == "15(a)"
    assert jadoube.judge(INCIDENT, ["xxv"]).keys() == {"xxv"}
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

    class Broken:
        def read(self, size):
            raise OSError("the line is cut")

    with pytest.raises(OSError, match="the line is cut"):
        next(jadoube.read_pgn(Broken()))


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
    for number in (-1, 64, 10**9):
        with pytest.raises((ValueError, OverflowError)):
            board.piece_at(number)


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
