"""Do unmodified clients of the Lichess interface play here? Whole games with berserk, and the requests lichess-bot makes.

    pip install berserk chess
    python crates/server/tests/foreign.py target/debug/jadoube
"""

import faulthandler
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import berserk
import chess
import chess.pgn
import io
import requests

PATIENCE = 30


class Server:
    """A server of our own, that can be stopped, killed and started again on the same data."""

    def __init__(self, program):
        self.program = program
        self.folder = tempfile.TemporaryDirectory()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self):
        arguments = ["serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.folder.name, "--engine-ms", "50"]
        said = tempfile.TemporaryFile()
        self.process = subprocess.Popen([self.program, *arguments], stdout=said, stderr=subprocess.STDOUT)
        for _ in range(PATIENCE * 20):
            try:
                if requests.get(self.url + "/readyz", timeout=5).ok:
                    return
            except requests.RequestException:
                pass
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        said.seek(0)
        words = said.read().decode(errors="replace")
        raise SystemExit(f"the server does not start: {self.process.poll()}\n{words}")

    def again(self, how):
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self.start()

    def close(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.folder.cleanup()


class Stream:
    """What a stream tells, gathered by a thread of its own. It can be cut, as a bad line would."""

    def __init__(self, url, token):
        headers = {"Authorization": f"Bearer {token}"}
        # lichess-bot gives up after fifteen seconds without a line.
        self.answer = requests.get(url, headers=headers, stream=True, timeout=15)
        self.answer.raise_for_status()
        self.lines, self.over, self.blank = [], False, 0
        self.condition = threading.Condition()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        try:
            for line in self.answer.iter_lines(chunk_size=1):
                with self.condition:
                    if line:
                        self.lines.append(json.loads(line))
                    else:
                        self.blank += 1
                    self.condition.notify_all()
        except (requests.RequestException, AttributeError, ValueError):
            pass
        with self.condition:
            self.over = True
            self.condition.notify_all()

    def wait(self, wanted):
        """The first line that is wanted; those before it are passed over."""
        until = time.time() + PATIENCE
        with self.condition:
            while True:
                for at, line in enumerate(self.lines):
                    if wanted(line):
                        del self.lines[: at + 1]
                        return line
                if time.time() > until or self.over:
                    raise AssertionError(f"not told (over: {self.over}): {self.lines}")
                self.condition.wait(1)

    def event(self, kind, id=None):
        of = lambda line: (line.get("game") or line.get("challenge") or {}).get("id")
        return self.wait(lambda line: line["type"] == kind and id in (None, of(line)))

    def end(self):
        until = time.time() + PATIENCE
        with self.condition:
            while not self.over:
                assert time.time() < until, "the stream does not end"
                self.condition.wait(1)

    def cut(self):
        self.answer.close()


class Person:
    def __init__(self, server, name, bot=False):
        self.server, self.name = server, name
        web = requests.Session()
        made = web.post(server.url + "/api/accounts", json={"name": name, "password": "a long password"})
        assert made.status_code == 201, made.text
        made = web.post(server.url + "/api/tokens", json={"name": "test"})
        assert made.status_code == 201, made.text
        self.token = made.json()["token"]
        self.web = web
        self.client = berserk.Client(berserk.TokenSession(self.token), base_url=server.url)
        self.play = self.client.bots if bot else self.client.board
        if bot:
            self.client.account.upgrade_to_bot()
        self.kind = "bot" if bot else "board"

    def events(self):
        return Stream(self.server.url + "/api/stream/event", self.token)

    def watch(self, game):
        return Stream(f"{self.server.url}/api/{self.kind}/game/stream/{game}", self.token)

    def post(self, path, **more):
        headers = {"Authorization": f"Bearer {self.token}"}
        return requests.post(self.server.url + path, headers=headers, timeout=PATIENCE, **more)

    def get(self, path, **more):
        headers = {"Authorization": f"Bearer {self.token}"}
        return requests.get(self.server.url + path, headers=headers, timeout=PATIENCE, **more)


def refused(doing, status=400):
    try:
        doing()
    except berserk.exceptions.ResponseError as error:
        assert error.status_code == status, error
        return error
    raise AssertionError("it was not refused")


def challenged(ann, bob, **terms):
    """Ann challenges Bob, who hears of it and accepts; the name of the game."""
    events = bob.events()
    terms = {"clock_limit": 300, "clock_increment": 3, "color": "white", **terms}
    id = ann.client.challenges.create(bob.name, rated=False, **terms)["id"]
    heard = events.event("challenge", id)["challenge"]
    assert heard["challenger"]["name"] == ann.name and heard["destUser"]["name"] == bob.name, heard
    bob.client.challenges.accept(id)
    begun = events.event("gameStart", id)["game"]
    assert begun["gameId"] == id, "lichess-bot counts on the game having the challenge's name"
    assert begun["opponent"]["username"] == ann.name, begun
    events.cut()
    return id


def moves_are(*moves):
    return lambda line: line["type"] == "gameState" and line["moves"] == " ".join(moves)


def who_is_who(ann, bob):
    mine = bob.client.account.get()
    assert (mine["username"], mine["id"], mine["title"]) == ("Bob", "bob", "BOT"), mine
    assert "title" not in ann.client.account.get()
    tested = ann.post("/api/token/test", data=f"{bob.token},nonsense").json()
    assert "bot:play" in tested[bob.token]["scopes"].split(",") and tested["nonsense"] is None, tested
    assert bob.get("/api/user/ann").json()["username"] == "Ann"
    assert bob.get("/api/user/nobody").status_code == 404
    stranger = requests.get(ann.server.url + "/api/account", headers={"Authorization": "Bearer jad_false"})
    assert stranger.status_code == 401 and "error" in stranger.json(), stranger.text
    listening = bob.events()
    status = lambda: ann.get("/api/users/status", params={"ids": "bob,ann"}).json()
    online = {one["id"]: one["online"] for one in status()}
    assert online == {"bob": True, "ann": False}, online
    bots = [bot["username"] for bot in ann.client.bots.get_online_bots()]
    assert bots == ["Bob"], bots
    listening.cut()


def mated(ann, bob):
    """A game to the mate, with clocks, a word or two, and its score."""
    listening = ann.events()
    id = challenged(ann, bob)
    listening.event("gameStart", id)
    watching, watched = ann.watch(id), bob.watch(id)
    whole = watched.wait(lambda line: line["type"] == "gameFull")
    assert whole["white"]["name"] == "Ann" and whole["black"]["title"] == "BOT", whole
    assert whole["clock"] == {"initial": 300000, "increment": 3000} and whole["speed"] == "blitz", whole
    assert whole["initialFen"] == "startpos" and whole["state"]["status"] == "started", whole
    playing = bob.get("/api/account/playing").json()["nowPlaying"]
    assert [(game["gameId"], game["isMyTurn"], game["speed"]) for game in playing] == [(id, False, "blitz")], playing
    ann.play.post_message(id, "good luck")
    assert watched.wait(lambda line: line["type"] == "chatLine")["text"] == "good luck"
    # As lichess-bot says something, and to whom.
    for room in ["player", "spectator"]:
        said = bob.post(f"/api/bot/game/{id}/chat", data={"room": room, "text": "Hi! I am a bot."})
        assert said.status_code == 200 and said.json()["ok"], said.text
    assert [line["text"] for line in ann.client.board.get_game_chat(id)] == ["good luck", "Hi! I am a bot."]
    refused(lambda: bob.play.make_move(id, "e7e5"))
    refused(lambda: ann.play.make_move(id, "e2e5"))
    refused(lambda: ann.play.make_move(id, "nonsense"))
    played = []
    for by, move in zip([ann, bob] * 4, ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"]):
        by.play.make_move(id, move)
        played.append(move)
        for stream in [watching, watched]:
            told = stream.wait(moves_are(*played))
        assert 250_000 < told["wtime"] <= 330_000 and 250_000 < told["btime"] <= 330_000, told
        if len(played) < 7:
            # Whoever did not hear the answer asks again, and nothing happens twice.
            by.play.make_move(id, move)
    assert (told["status"], told["winner"]) == ("mate", "white"), told
    watching.end()
    watched.end()
    assert listening.event("gameFinish", id)["game"]["status"]["name"] == "mate"
    refused(lambda: bob.play.make_move(id, "a7a6"))
    pgn = bob.get(f"/game/export/{id}").text
    score = chess.pgn.read_game(io.StringIO(pgn))
    assert score.headers["Result"] == "1-0" and score.end().board().is_checkmate(), pgn
    assert ann.client.games.export(id, as_pgn=True).split() == pgn.split()
    taken = ann.client.games.export(id)
    assert taken["moves"] == "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#" and taken["status"] == "mate", taken
    assert taken["players"]["black"]["user"]["name"] == "Bob" and taken["winner"] == "white", taken
    listening.cut()


def declined_and_canceled(ann, bob):
    calls, hears = ann.events(), bob.events()
    id = ann.client.challenges.create("bob", rated=False, clock_limit=60, clock_increment=0)["id"]
    assert ann.client.challenges.get_mine()["out"][0]["id"] == id
    assert bob.client.challenges.get_mine()["in"][0]["id"] == id
    refused(lambda: ann.client.challenges.accept(id), 404)
    hears.event("challenge", id)
    bob.client.challenges.decline(id, reason="later")
    calls.event("challengeDeclined", id)
    refused(lambda: bob.client.challenges.accept(id), 404)
    id = ann.client.challenges.create("bob", rated=False)["id"]
    hears.event("challenge", id)
    ann.client.challenges.cancel(id)
    hears.event("challengeCanceled", id)
    refused(lambda: bob.client.challenges.accept(id), 404)
    refused(lambda: ann.client.challenges.create("ann", rated=False))
    refused(lambda: ann.client.challenges.create("nobody", rated=False), 404)
    refused(lambda: ann.client.challenges.create("bob", rated=False, variant="atomic"))
    refused(lambda: ann.client.challenges.create("bob", rated=False, position="no position"))
    refused(lambda: ann.client.challenges.create("bob", rated=False, clock_limit=0, clock_increment=0))
    calls.cut()
    hears.cut()


def drawn(ann, bob):
    """Offered, declined, offered with a move, accepted."""
    id = challenged(ann, bob)
    watching, watched = ann.watch(id), bob.watch(id)
    ann.play.make_move(id, "e2e4")
    watched.wait(moves_are("e2e4"))
    ann.client.board.offer_draw(id)
    assert watched.wait(lambda line: line.get("wdraw"))["moves"] == "e2e4"
    bob.client.board.decline_draw(id)
    watched.wait(lambda line: line["type"] == "gameState" and not line["wdraw"])
    answer = bob.post(f"/api/bot/game/{id}/move/e7e5", params={"offeringDraw": "true"})
    assert answer.ok, answer.text
    told = watching.wait(lambda line: line.get("bdraw"))
    assert told["moves"] == "e2e4 e7e5", told
    # It passes with the answer on the board.
    ann.play.make_move(id, "g1f3")
    assert not watched.wait(moves_are("e2e4", "e7e5", "g1f3"))["bdraw"]
    bob.client.board.offer_draw(id)
    watching.wait(lambda line: line.get("bdraw"))
    ann.client.board.accept_draw(id)
    told = watched.wait(lambda line: line.get("status") == "draw")
    assert "winner" not in told, told
    watched.end()


def repeated(ann, bob):
    """The same position for the third time: whoever offers a draw then has it."""
    id = challenged(ann, bob)
    watched = bob.watch(id)
    ann.watch(id)
    for by, move in zip([ann, bob] * 4, ["g1f3", "g8f6", "f3g1", "f6g8"] * 2):
        by.play.make_move(id, move)
    ann.client.board.offer_draw(id)
    watched.wait(lambda line: line.get("status") == "draw")


def resigned(ann, bob):
    id = challenged(ann, bob, color="black", clock_limit=None, clock_increment=None)
    watching = ann.watch(id)
    whole = watching.wait(lambda line: line["type"] == "gameFull")
    assert whole["black"]["name"] == "Ann" and whole["clock"] is None, whole
    bob.play.make_move(id, "e2e4")
    bob.play.resign_game(id)
    bob.play.resign_game(id)
    told = watching.wait(lambda line: line.get("status") == "resign")
    assert told["winner"] == "black", told
    watching.end()


def aborted(ann, bob):
    id = challenged(ann, bob)
    watching = ann.watch(id)
    ann.play.make_move(id, "e2e4")
    bob.play.abort_game(id)
    told = watching.wait(lambda line: line.get("status") == "aborted")
    assert "winner" not in told, told
    id = challenged(ann, bob)
    ann.play.make_move(id, "e2e4")
    bob.play.make_move(id, "e7e5")
    refused(lambda: bob.play.abort_game(id))
    refused(lambda: ann.client.board.offer_takeback(id))
    ann.client.board.decline_takeback(id)
    bob.play.resign_game(id)


def flagged(ann, bob):
    """A flag falls, with both connected."""
    id = challenged(ann, bob, clock_limit=2, clock_increment=0)
    watching, watched = ann.watch(id), bob.watch(id)
    ann.play.make_move(id, "e2e4")
    told = watching.wait(lambda line: line.get("status") == "outoftime")
    assert (told["winner"], told["btime"]) == ("white", 0), told
    watched.end()


def lines_lost(ann, bob):
    """Streams are cut, the server is stopped and killed; the game goes on where it was."""
    id = challenged(ann, bob)
    played = []
    for by, move, fault in [
        (ann, "e2e4", None),
        (bob, "c7c5", "cut"),
        (ann, "g1f3", signal.SIGTERM),
        (bob, "d7d6", signal.SIGKILL),
        (ann, "d2d4", "cut"),
        (bob, "c5d4", None),
    ]:
        watching, events = by.watch(id), by.events()
        whole = watching.wait(lambda line: line["type"] == "gameFull")
        assert whole["state"]["moves"].split() == played, whole
        assert events.event("gameStart", id)["game"]["isMyTurn"], "a game under way is told of at once"
        by.play.make_move(id, move)
        played.append(move)
        watching.wait(moves_are(*played))
        if fault == "cut":
            watching.cut()
            events.cut()
        elif fault:
            ann.server.again(fault)
            watching.end()
            events.end()
    ann.play.resign_game(id)


def at_random(ann, bob, seed):
    """A whole game of chance, which python-chess follows: both agree on every move and on how it ends."""
    lots = random.Random(seed)
    id = challenged(ann, bob, clock_limit=600, clock_increment=0)
    watched = bob.watch(id)
    ann.watch(id)
    board, played = chess.Board(), []
    while not board.is_game_over() and len(played) < 120:
        moves = sorted(board.legal_moves, key=str)
        takes = [move for move in moves if board.is_capture(move) or move.promotion]
        move = lots.choice(takes or moves)
        (ann if board.turn else bob).play.make_move(id, move.uci())
        board.push(move)
        played.append(move.uci())
        told = watched.wait(moves_are(*played))
    if not board.is_game_over():
        bob.play.resign_game(id)
        return
    expected = "mate" if board.is_checkmate() else "stalemate" if board.is_stalemate() else "draw"
    assert told["status"] == expected, (told["status"], board.fen())


def taken_away_and_watched(ann, bob, cid):
    """Games are looked at and taken away by those who may see them, in the forms berserk asks for."""
    assert ann.client.account.get_preferences()["prefs"] == {}
    told = ann.client.users.get_by_id("bob", "nobody", "Ann")
    assert [one["username"] for one in told] == ["Bob", "Ann"], told
    told = ann.client.users.get_realtime_statuses("bob", "ann", with_game_ids=True)
    assert [one["id"] for one in told] == ["bob", "ann"], told
    first = challenged(ann, bob)
    told, over = [], threading.Event()

    def look():
        told.extend(cut_by_us(lambda: bob.client.games.stream_game_moves(first)))
        over.set()

    threading.Thread(target=look, daemon=True).start()
    for by, move in [(ann, "g1f3"), (bob, "g8f6"), (ann, "f3g1")]:
        by.play.make_move(first, move)
    [now] = ann.client.games.export_ongoing_by_player("bob")
    assert now["id"] == first and now["moves"] == "Nf3 Nf6 Ng1" and now["status"] == "started", now
    assert len(ann.client.games.get_ongoing(count=1)) == 1
    [pgn] = ann.client.games.export_ongoing_by_player("bob", as_pgn=True)
    assert "1. Nf3 Nf6 2. Ng1" in pgn, pgn
    refused(lambda: ann.client.board.claim_victory(first))
    bob.play.resign_game(first)
    assert over.wait(PATIENCE), told
    assert told[0]["id"] == first and told[0]["players"]["white"]["user"]["id"] == "ann", told
    assert [line.get("lm") for line in told[1:-1]] == [None, "g1f3", "g8f6", "f3g1"], told
    assert told[1]["fen"].startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"), told
    assert all(line["fen"].startswith(chess.Board(line["fen"]).board_fen()) for line in told[1:-1])
    assert told[-1]["status"]["name"] == "resign" and told[-1]["winner"] == "white", told
    second = challenged(bob, ann)
    ann.play.resign_game(second)
    both = list(ann.client.games.export_multi(first, second, "nosuchgame"))
    assert [game["id"] for game in both] == [first, second], both
    assert len(list(ann.client.games.export_multi(first, second, as_pgn=True))) == 2
    mine = list(ann.client.games.export_by_player("ann", max=2))
    assert [game["id"] for game in mine] == [second, first], mine
    mine = list(ann.client.games.export_by_player("ann", max=1, color="white", vs="bob"))
    assert [game["id"] for game in mine] == [first], mine
    assert not list(ann.client.games.export_by_player("ann", rated=True))
    # What is not public is nobody else's to see, with a token or without.
    stranger = berserk.Client(base_url=ann.server.url)
    for other in [cid.client, stranger]:
        assert not list(other.games.export_multi(first, second))
        assert not list(other.games.export_by_player("ann"))
        refused(lambda: other.games.export(first), 404)
        refused(lambda: list(other.games.export_ongoing_by_player("bob")), 404)
        refused(lambda: list(other.games.stream_game_moves(first)), 404)
    # A public game is anybody's, also without a token.
    opening = {"header": {"code": "fide-2023", "guard": True}, "public": True}
    opened = ann.web.post(ann.server.url + "/api/games", json=opening).json()["id"]
    act = {"expected_seq": 0, "key": "1", "act": {"act": "move", "move": "e2e4"}}
    assert ann.web.post(f"{ann.server.url}/api/games/{opened}/acts", json=act).status_code == 200
    assert stranger.games.export(opened)["moves"] == "e4"
    assert next(stranger.games.stream_game_moves(opened))["id"] == opened
    ann.play.resign_game(opened)


def cut_by_us(stream):
    try:
        yield from stream()
    except requests.RequestException:
        pass


def from_a_position(ann, bob):
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    id = challenged(ann, bob, variant="fromPosition", position=fen)
    whole = bob.watch(id).wait(lambda line: line["type"] == "gameFull")
    assert whole["initialFen"] == fen and whole["variant"]["key"] == "fromPosition", whole
    ann.play.make_move(id, "e1h1")
    bob.play.make_move(id, "e8c8")
    whole = ann.watch(id).wait(lambda line: line["type"] == "gameFull")
    assert whole["state"]["moves"] == "e1g1 e8c8", whole
    ann.play.resign_game(id)


def against_the_computer(ann):
    id = ann.client.challenges.create_ai(level=1, color="white", clock_limit=300, clock_increment=0)["id"]
    watching = ann.watch(id)
    whole = watching.wait(lambda line: line["type"] == "gameFull")
    assert whole["black"]["aiLevel"] == 1, whole
    ann.play.make_move(id, "e2e4")
    watching.wait(lambda line: line["type"] == "gameState" and line["moves"].startswith("e2e4 "))
    ann.play.resign_game(id)


def sought(ann, cid):
    listening = ann.events()
    seeking = threading.Thread(target=lambda: ann.client.board.seek(10, 5, color="white"), daemon=True)
    seeking.start()
    time.sleep(0.5)
    cid.client.board.seek(10, 5)
    game = listening.event("gameStart")["game"]
    assert game["color"] == "white" and game["opponent"]["username"] == "Cid", game
    seeking.join(PATIENCE)
    assert not seeking.is_alive()
    cid.play.resign_game(game["id"])
    listening.cut()


def a_bot_sits_at_a_table_of_ours(ann, bob):
    """A game opened at the page, whose link is given to a bot: it sits there by its token."""
    header = {"code": "fide-2023", "guard": True}
    opened = ann.web.post(ann.server.url + "/api/games", json={"header": header}).json()
    [code] = [link["code"] for link in opened["invitations"] if link["party"] == "black"]
    listening = bob.events()
    accepted = bob.post(f"/api/invitations/{code}/accept", json={})
    assert accepted.status_code == 200, accepted.text
    listening.event("gameStart", opened["id"])
    act = {"expected_seq": 0, "key": "1", "act": {"act": "move", "move": "e2e4"}}
    assert ann.web.post(f"{ann.server.url}/api/games/{opened['id']}/acts", json=act).status_code == 200
    bob.watch(opened["id"]).wait(lambda line: line.get("state", line)["moves"] == "e2e4")
    bob.play.make_move(opened["id"], "e7e5")
    seen = ann.web.get(f"{ann.server.url}/api/games/{opened['id']}").json()
    assert seen["state"]["turn"] == "white", seen
    # What has an umpire, or belongs to a match, no player makes void alone.
    for path, more in [("/api/games", {"umpire": True}), ("/api/matches", {"games": 2})]:
        opened = ann.web.post(ann.server.url + path, json={"header": header, **more}).json()
        [code] = [link["code"] for link in opened["invitations"] if link["party"] == "black"]
        assert bob.post(f"/api/invitations/{code}/accept", json={}).status_code == 200
        refused(lambda: bob.play.abort_game(opened["id"]))
    # An unguarded board has more in it than moves: the stream says so.
    opened = ann.web.post(ann.server.url + "/api/games", json={"header": {"code": "fide-2023"}}).json()
    [code] = [link["code"] for link in opened["invitations"] if link["party"] == "black"]
    bob.post(f"/api/invitations/{code}/accept", json={})
    assert bob.get(f"/api/bot/game/stream/{opened['id']}").status_code == 400


class LichessBot(threading.Thread):
    """The requests of lichess-bot in its order, with its patience, reading what it reads of the answers.

    It is not on PyPI, and its licence is not ours: this is its protocol, from `lib/lichess.py`, `lib/lichess_bot.py`,
    `lib/model.py` and `lib/matchmaking.py`. Its engine is the first legal move."""

    def __init__(self, person):
        super().__init__(daemon=True)
        self.base, self.token, self.finished, self.games = person.server.url, person.token, [], 0
        self.asked = requests.Session()
        self.asked.headers.update({"Authorization": f"Bearer {self.token}", "User-Agent": "lichess-bot/? user:?"})
        self.failed, self.stopped = None, False

    def get(self, path, **more):
        answer = self.asked.get(self.base + path, timeout=more.pop("timeout", 2), **more)
        answer.raise_for_status()
        return answer

    def post(self, path, final=True, **more):
        answer = self.asked.post(self.base + path, timeout=2, **more)
        if final:
            answer.raise_for_status()
        # Every answer to a POST is read as JSON.
        return answer.json()

    def run(self):
        try:
            while not self.stopped:
                try:
                    self.start_up()
                    self.listen()
                except (requests.ConnectionError, requests.exceptions.ChunkedEncodingError, requests.HTTPError) as error:
                    # It starts anew when its stream of events ends.
                    if isinstance(error, requests.HTTPError) and error.response.status_code < 500:
                        raise
                    time.sleep(0.1)
        except Exception as error:
            self.failed = error
            raise

    def start_up(self):
        tested = self.post("/api/token/test", data=self.token)[self.token]
        assert "bot:play" in tested["scopes"].split(","), tested
        self.profile = self.get("/api/account").json()
        self.asked.headers["User-Agent"] = f"lichess-bot/? user:{self.profile['username']}"
        if self.profile.get("title") != "BOT":
            self.post("/api/bot/account/upgrade")
            self.profile = self.get("/api/account").json()
        assert self.profile["title"] == "BOT" and self.profile["id"] and self.profile["perfs"] is not None

    def playing(self):
        return self.get("/api/account/playing").json()["nowPlaying"]

    def listen(self):
        slow = [game["gameId"] for game in self.playing() if game["speed"] == "correspondence"]
        assert not slow, slow
        events = self.get("/api/stream/event", stream=True, timeout=15)
        for line in events.iter_lines():
            if not line or self.stopped:
                continue
            event = json.loads(line.decode("utf-8"))
            if event["type"] == "challenge":
                self.challenged(event["challenge"])
            elif event["type"] == "gameStart":
                threading.Thread(target=self.play, args=[event["game"]["id"]], daemon=True).start()

    def challenged(self, told):
        own = told["challenger"]["name"] == self.profile["username"]
        control = told.get("timeControl", {})
        told["perf"]["name"], told["rated"], told["destUser"]["name"]
        colour = told["color"] if told["color"] != "random" else told["finalColor"]
        assert colour in ("white", "black"), told
        if own:
            return
        [game["opponent"]["username"] for game in self.playing()]
        supported = told["variant"]["key"] == "standard" and told["speed"] in ("bullet", "blitz", "rapid")
        if supported and control["limit"] is not None and control["increment"] is not None:
            self.post(f"/api/challenge/{told['id']}/accept")
        else:
            form = {"Content-Type": "application/x-www-form-urlencoded"}
            self.post(f"/api/challenge/{told['id']}/decline", False, data="reason=timeControl", headers=form)

    def play(self, id):
        try:
            self.play_to_the_end(id)
        except (requests.ConnectionError, requests.exceptions.ChunkedEncodingError, StopIteration):
            pass  # It is told of the game again when it has started anew.
        except Exception as error:
            self.failed = error
            raise

    def play_to_the_end(self, id):
        self.games += 1
        lines = self.get(f"/api/bot/game/stream/{id}", stream=True, timeout=15).iter_lines()
        whole = json.loads(next(lines).decode("utf-8"))
        whole["createdAt"] / 1000, whole["perf"]["name"], whole["speed"], whole["variant"]["name"]
        assert whole["variant"]["name"] == "Standard" and whole["clock"]["initial"] >= 0, whole
        white = whole["white"]["name"].lower() == self.profile["username"].lower()
        prior, upd = None, whole["state"]
        while True:
            if upd["type"] == "chatLine":
                upd["room"], upd["username"], upd["text"]
            elif upd["type"] == "gameState":
                board = chess.Board()
                for move in upd["moves"].split():
                    board.push_uci(move)
                if upd["status"] != "started":
                    break
                if upd["moves"] != prior and white == board.turn:
                    if len(board.move_stack) < 2:
                        self.say(id, "Hi! I'm Deep. Good luck! Type !help for a list of commands I can respond to.")
                    move = next(iter(board.legal_moves))
                    self.post(f"/api/bot/game/{id}/move/{move}", params={"offeringDraw": "false"})
                elif upd["btakeback" if white else "wtakeback"]:
                    self.post(f"/api/bot/game/{id}/takeback/no")
                upd["wtime"] + upd["winc"] + upd["btime"] + upd["binc"]
                prior = upd["moves"]
            line = b""
            while not line:
                line = next(lines)
            upd = json.loads(line.decode("utf-8"))
        self.say(id, "Good game!")
        score = chess.pgn.read_game(io.StringIO(self.get(f"/game/export/{id}").text))
        assert [str(move) for move in score.mainline_moves()] == [str(move) for move in board.move_stack]
        assert id not in [game["gameId"] for game in self.playing()]
        self.finished.append((id, upd["status"], upd.get("winner")))

    def say(self, id, text):
        for room in ["player", "spectator"]:
            self.post(f"/api/bot/game/{id}/chat", data={"room": room, "text": text})

    def challenge(self):
        """As it looks for an opponent by itself."""
        bots = [json.loads(line) for line in self.get("/api/bot/online").text.split("\n") if line]
        others = [bot["username"] for bot in bots if bot["username"] != self.profile["username"]]
        assert others and not self.get(f"/api/user/{others[0]}").json().get("blocking"), bots
        # Nobody is rated here, so it finds no opponent whose rating suits.
        assert all(bot["perfs"] == {} for bot in bots), bots
        terms = {"rated": False, "variant": "standard", "clock.limit": 300, "clock.increment": 1}
        id = self.post(f"/api/challenge/{others[0]}", False, json=terms)["id"]
        self.post(f"/api/challenge/{id}/cancel", False)
        [online] = self.get("/api/users/status", params={"ids": self.profile["id"]}).json()
        assert online["online"], online


def lichess_bots(ann, bob):
    """lichess-bot is challenged, declines and accepts, plays, says what it says, and starts anew when its lines are cut."""
    bot = LichessBot(Person(ann.server, "Deep"))
    bot.start()

    def wait(so, what):
        until = time.time() + PATIENCE
        while not so():
            assert time.time() < until and bot.failed is None, (what, bot.failed)
            time.sleep(0.05)

    online = lambda: ann.get("/api/users/status", params={"ids": "deep"}).json()[0]["online"]
    wait(online, "it is not online")
    calls, hears = ann.events(), bob.events()
    refused = ann.client.challenges.create("Deep", rated=False)["id"]
    calls.event("challengeDeclined", refused)
    for colour, fault in [("white", None), ("black", None), ("white", signal.SIGTERM), ("random", signal.SIGKILL)]:
        wait(online, "it is not online")
        id = ann.client.challenges.create("Deep", rated=False, clock_limit=300, clock_increment=2, color=colour)["id"]
        calls.event("gameStart", id)
        watching = ann.watch(id)
        told = watching.wait(lambda line: line["type"] == "gameFull")
        white = told["white"]["name"] == "Ann"
        lots, state, cut = random.Random(4), told["state"], fault
        while True:
            board = chess.Board()
            for move in state["moves"].split():
                board.push_uci(move)
            if state["status"] != "started":
                break
            if board.turn == white:
                if len(board.move_stack) >= 12:
                    ann.play.resign_game(id)
                else:
                    ann.play.make_move(id, str(lots.choice(list(board.legal_moves))))
            if cut and len(board.move_stack) >= 5:
                ann.server.again(cut)
                cut, watching, calls = None, ann.watch(id), ann.events()
                state = watching.wait(lambda line: line["type"] == "gameFull")["state"]
                continue
            state = watching.wait(lambda line, now=state: line["type"] == "gameState" and line["moves"] != now["moves"] or line.get("status", "started") != "started")
        assert state["status"] in ("resign", "mate"), state
        wait(lambda: id in [game for game, *_ in bot.finished], "it does not finish its game")
    said = [line["text"] for line in ann.client.board.get_game_chat(id)]
    assert said and all(text.startswith(("Hi! I'm Deep", "Good game")) for text in said), said
    hears = bob.events()
    wait(online, "it is not online")
    bot.challenge()
    hears.event("challengeCanceled")
    bot.stopped = True
    for stream in [calls, hears]:
        stream.cut()


def not_theirs(ann, bob, cid):
    """Nobody sees or touches the game or the challenge of others."""
    id = challenged(ann, bob)
    for path in [f"/api/board/game/stream/{id}", f"/game/export/{id}", f"/api/board/game/{id}/chat"]:
        assert cid.get(path).status_code == 404, path
    for path in ["move/e2e4", "resign", "abort", "draw/yes", "chat"]:
        assert cid.post(f"/api/board/game/{id}/{path}").status_code == 404, path
    waiting = ann.client.challenges.create("bob", rated=False)["id"]
    for what in ["accept", "decline", "cancel"]:
        assert cid.post(f"/api/challenge/{waiting}/{what}").status_code == 404, what
    watching = ann.watch(id)
    assert ann.web.delete(ann.server.url + "/api/tokens").status_code == 204
    watching.end()
    assert ann.get("/api/account").status_code == 401


def quiet(ann):
    """Something comes at least every seven seconds: clients give up after fifteen."""
    listening = ann.events()
    time.sleep(7)
    assert listening.blank > 0 and not listening.over
    listening.cut()


def main():
    # A line that never comes must not keep everybody waiting: after this long it tells where it stood, and fails.
    faulthandler.dump_traceback_later(600, exit=True)
    server = Server(os.path.abspath(sys.argv[1]))
    began = time.time()
    try:
        ann, bob, cid = Person(server, "Ann"), Person(server, "Bob", bot=True), Person(server, "Cid")
        who_is_who(ann, bob)
        mated(ann, bob)
        declined_and_canceled(ann, bob)
        drawn(ann, bob)
        repeated(ann, bob)
        resigned(ann, bob)
        aborted(ann, bob)
        flagged(ann, bob)
        lines_lost(ann, bob)
        for seed in range(2):
            at_random(ann, bob, seed)
        taken_away_and_watched(ann, bob, cid)
        from_a_position(ann, bob)
        against_the_computer(ann)
        sought(ann, cid)
        a_bot_sits_at_a_table_of_ours(ann, bob)
        quiet(ann)
        lichess_bots(ann, bob)
        not_theirs(ann, bob, cid)
    finally:
        server.close()
    print(f"foreign clients: all well, {time.time() - began:.0f} s")


if __name__ == "__main__":
    main()
