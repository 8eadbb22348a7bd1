// Do the page's own small judgements hold? Gestures, score sheet, seals and squares, without a browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as esbuild from "esbuild";

async function load(path) {
  const built = await esbuild.build({ entryPoints: [path], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(built.outputFiles[0].text).toString("base64")}`);
}

const { Hand } = await load("src/game/hand.ts");
const { blake3, envelopeHolds } = await load("src/blake3.ts");
const { menOf, placement, fenOf, startOf, taken, ORDINARY } = await load("src/fen.ts");
const { ACTS, actWords, buildAct } = await load("src/game/acts.ts");
const { incidents, markOf, movesMade, ownOffence, rows } = await load("src/game/rows.ts");
const { alarms, atStake, rightsOf, together } = await load("src/game/rights.ts");
const { inALine, verdict } = await load("src/verdict.ts");
const { counted, joined, LiveGame } = await load("src/live.ts");
const { noText } = await load("src/file.ts");
const { arrowsOf, dutyMarks, lastMove, Marks } = await load("src/game/preview.ts");
const { sentence, speaksOf, told } = await load("src/say.ts");
const { aloud } = await load("src/game/written.ts");
const { titleOf } = await load("src/words.ts");

const free = { men: menOf(ORDINARY), side: "white", free: true, slow: false };

test("pressing a man in a free game touches it, dropping it elsewhere moves it", () => {
  const hand = new Hand();
  assert.deepEqual(hand.press("e2", free), [{ do: "touch", square: "e2" }]);
  assert.deepEqual(hand.drop("e2", "e4", free), [{ do: "move", from: "e2", to: "e4" }]);
  assert.equal(hand.chosen, null);
});

test("two taps are one touch and one move", () => {
  const hand = new Hand();
  assert.deepEqual(hand.press("g1", free), [{ do: "touch", square: "g1" }]);
  assert.deepEqual(hand.tap("g1", free), []);
  assert.deepEqual(hand.press("f3", free), []);
  assert.deepEqual(hand.tap("f3", free), [{ do: "move", from: "g1", to: "f3" }]);
});

test("a second tap on an adverse man takes it, on one's own is another touch", () => {
  const men = menOf("4k3/8/8/3p4/4P3/8/8/R3K3 w - - 0 1");
  const now = { ...free, men };
  const hand = new Hand();
  hand.press("e4", now);
  hand.tap("e4", now);
  assert.deepEqual(hand.press("d5", now), []);
  assert.deepEqual(hand.tap("d5", now), [{ do: "move", from: "e4", to: "d5" }]);
  hand.press("e4", now);
  hand.tap("e4", now);
  assert.deepEqual(hand.press("a1", now), [{ do: "touch", square: "a1" }]);
  assert.deepEqual(hand.tap("a1", now), []);
  assert.equal(hand.chosen, "a1");
});

test("the King tapped and then his Rook is castling where that is lawful, else another touch", () => {
  const now = { ...free, men: menOf("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), castles: (from, to) => from + to === "e1h1" };
  const hand = new Hand();
  hand.press("e1", now);
  hand.tap("e1", now);
  assert.deepEqual(hand.press("h1", now), []);
  assert.deepEqual(hand.tap("h1", now), [{ do: "move", from: "e1", to: "h1" }]);
  hand.press("e1", now);
  hand.tap("e1", now);
  assert.deepEqual(hand.press("a1", now), [{ do: "touch", square: "a1" }]);
});

test("a touch of the move that mates is no incident; a hand in the other's turn is", () => {
  const entry = (seq, act, turn, more) => ({ seq, act, turn, status: "in-play", refused: null, record: null, board: null, rulings: [{ clause: "x", text: "x" }], ...more });
  const touch = (by) => ({ by, act: "touch", square: "h5" });
  const mate = { by: "white", act: "move", move: "h5f7" };
  assert.equal(incidents([entry(1, touch("white"), "white"), entry(2, mate, "black", { record: {}, status: "won" })]), 0);
  assert.equal(incidents([entry(1, touch("black"), "white")]), 1);
});

test("an incident is one thing done: its touches, the move, the clock after it and what the other made of it are not more", () => {
  let seq = 0;
  const entry = (by, act, turn, ruled, record = null) => ({ seq: ++seq, act: { by, act, square: "e2", move: "e2e5" }, turn, status: "in-play", refused: null, record, board: null, rulings: ruled ? [{ clause: "x", text: "x" }] : [] });
  const wrong = (by, other) => [entry(by, "touch", by, true), entry(by, "touch", by, true), entry(by, "move", by, true), entry(by, "press", other, true), entry(other, "point-out", by, true)];
  const lawful = (by, other) => [entry(by, "touch", by, true), entry(by, "move", other, false, {}), entry(by, "press", other, false)];
  assert.equal(incidents([...wrong("white", "black"), ...lawful("white", "black"), ...wrong("black", "white"), ...lawful("black", "white")]), 2);
  assert.equal(incidents([entry("white", "move", "white", true), entry("white", "move", "white", true)]), 2, "a second false move is a second incident");
  assert.equal(incidents([entry("white", "press", "black", true)]), 1, "a clock pressed without a move");
});

test("what playing on would lose is told by what follows from it, not by its name", () => {
  const board = "A w";
  const now = (options) => ({ status: "in-play", turn: "black", board, moves: ["a7a6", "a7a5"], options: { black: options } });
  const then = (more) => ({ status: "in-play", turn: "black", board, moves: ["a7a6", "a7a5"], winner: null, ...more });
  const pointOut = { by: "black", act: "point-out", error: "illegal-move", then: then({ turn: "white", board: "B w" }) };
  const waive = { by: "black", act: "waive", lapses: true, then: then() };
  const draw = { by: "black", act: "accept", what: "draw", lapses: true, then: then({ status: "drawn" }) };
  const claim = { by: "black", act: "claim", ground: "fifty-moves", then: then({ status: "drawn" }) };
  const press = { by: "black", act: "press", then: then({ turn: "white" }) };
  const state = now([pointOut, waive, draw, claim, press]);
  const rights = rightsOf(state, ["black"]);
  assert.deepEqual(rights.map((right) => right.act), ["point-out", "waive", "accept", "claim"]);
  assert.deepEqual(atStake(state, rights).map((right) => right.act), ["point-out", "accept"]);
  assert.deepEqual(atStake({ ...state, status: "drawn" }, rights), []);
  assert.deepEqual(rightsOf(state, ["white"]), []);
  // Not all of it is an alarm: what one may ask for whenever one likes, or what asks for nothing but that a held man be put back.
  const putBack = { by: "black", act: "require", then: then() };
  const offer = { by: "black", act: "offer", what: "draw", then: then() };
  const mustMove = { by: "black", act: "require", then: then({ moves: ["a7a6"] }) };
  assert.deepEqual([...rights, putBack, offer, mustMove].filter((right) => alarms(right, state)), [pointOut, waive, draw, mustMove]);
});

test("a code whose remedy is to point out the error has a remedy", () => {
  const pointOut = { by: "black", act: "point-out", error: "illegal-move", text: "point out the illegal move", clause: "7.5.1" };
  const state = { status: "in-play", rulings: [{ clause: "7.5.1", text: "White has completed an illegal move" }], options: { black: [pointOut], umpire: [{ ...pointOut, by: "umpire" }] } };
  assert.deepEqual(verdict({ states: [state] }).rights.map((right) => [right.by, right.text]), [["black", "point out the illegal move"]]);
});

test("an objection that comes to a penalty is no other remedy, penalties that come to the same are several; and where a remedy is open something follows", () => {
  const then = (moves) => ({ status: "in-play", turn: "white", board: "A w", moves, winner: null });
  const bound = then(["f1e2"]);
  const options = {
    white: [{ by: "white", act: "point-out", text: "an illegal move was not retracted", clause: "17(d)", then: bound }],
    black: [
      { by: "black", act: "waive", text: "let it pass", then: then(["e7e5"]) },
      { by: "black", act: "require", text: "the move must be retracted", clause: "17", then: bound },
      { by: "black", act: "exact", text: "the move is retracted; then White must move the bishop on f1", clause: "17(a)", then: bound },
      { by: "black", act: "exact", text: "the move is retracted", clause: "17", then: bound },
    ],
  };
  const told = (...states) => verdict({ states: states.map((rulings) => ({ status: "in-play", rulings, options })) });
  const illegal = { clause: "17", text: "White has made an illegal move" };
  assert.deepEqual(told([illegal]).rights.map(({ by, text }) => [by, text]), [["black", "the move is retracted; then White must move the Bishop on f1"], ["black", "the move is retracted"]]);
  assert.equal(told([illegal], []).text, "White has made an illegal move.", "the last act was in order, and what arose before it is still open");
  assert.equal(told([]).text, "Nothing follows by itself.");
  assert.equal(verdict({ states: [{ status: "in-play", rulings: [], options: {} }] }).text, "Nothing follows.");
  assert.equal(inALine(told([illegal])), "White has made an illegal move. Open: The move is retracted; then White must move the Bishop on f1. Or: The move is retracted.");
});

test("a guarded game knows no touches, and the adversary's men are out of reach", () => {
  const hand = new Hand();
  const guarded = { ...free, free: false };
  assert.deepEqual(hand.press("e2", guarded), []);
  assert.deepEqual(hand.drop("e2", "e5", guarded), [{ do: "move", from: "e2", to: "e5" }]);
  assert.deepEqual(hand.press("e7", guarded), []);
  assert.deepEqual(hand.drop("e7", "e5", guarded), []);
});

test("with notice a touch is an adjustment, once", () => {
  const hand = new Hand();
  hand.intent = "adjust";
  assert.deepEqual(hand.press("d1", free), [{ do: "adjust", square: "d1" }]);
  assert.deepEqual(hand.tap("d1", free), []);
  assert.equal(hand.intent, "play");
  assert.deepEqual(hand.press("d1", free), [{ do: "touch", square: "d1" }]);
});

test("keeping hold, a move has its parts and another square may still be chosen", () => {
  const hand = new Hand();
  const slow = { ...free, slow: true };
  assert.deepEqual(hand.press("g1", slow), [{ do: "lift", square: "g1" }]);
  assert.deepEqual(hand.drop("g1", "h3", slow), [{ do: "place", square: "h3" }]);
  assert.equal(hand.holding, true);
  const moved = { ...slow, men: menOf("rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKB1R w KQkq - 0 1") };
  assert.deepEqual(hand.press("h3", moved), []);
  assert.deepEqual(hand.drop("h3", "f3", moved), [{ do: "place", square: "f3" }]);
});

test("the fingerprint is BLAKE3", () => {
  // The published test vectors: bytes 0, 1, … 250, 0, 1, … of these lengths.
  const bytes = (length) => Uint8Array.from({ length }, (_, at) => at % 251);
  assert.equal(blake3(bytes(0)), "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262");
  assert.equal(blake3(bytes(1)), "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213");
  assert.equal(blake3(bytes(1024)), "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7");
  assert.equal(blake3(bytes(1025)), "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444");
});

test("an envelope that was changed does not fit its seal", () => {
  const opened = { record: "Kt-KB3", nonce: "00ff10" };
  const text = new TextEncoder().encode("game\0white\0Kt-KB3");
  const commitment = blake3(Uint8Array.from([0x00, 0xff, 0x10, ...text]));
  assert.equal(envelopeHolds("game", "white", opened, commitment), true);
  assert.equal(envelopeHolds("game", "white", { ...opened, record: "Kt-KR3" }, commitment), false);
  assert.equal(envelopeHolds("other", "white", opened, commitment), false);
});

test("squares and FEN agree", () => {
  const men = menOf(ORDINARY);
  assert.equal(men.size, 32);
  assert.equal(men.get("e1"), "K");
  assert.equal(placement(men), ORDINARY.split(" ")[0]);
  assert.equal(fenOf(men, "black").split(" ").slice(1, 3).join(" "), "b KQkq");
  men.delete("d1");
  assert.deepEqual(taken(men, menOf(ORDINARY)), { white: ["Q"], black: [] });
  const odds = startOf({ code: "xxv", odds: { giver: "white", men: ["rook", "g2"], moves: 0 } });
  assert.equal(odds.split(" ")[0], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPP1P/1NBQKBNR");
  assert.deepEqual(taken(menOf(odds), menOf(odds)), { white: [], black: [] });
  assert.equal(menOf("not a board").size, 0);
});

test("every act of the record has its form", () => {
  const names =
    "move touch adjust lift place quit remove promote say exact waive require consent adopt offer accept decline claim demand point-out resign upset refuse abandon adjourn seal resume send arrive flag close-of-play press pause restart displace score device conduct request sign penalise award dispute decide".split(
      " ",
    );
  assert.deepEqual(ACTS.map((form) => form.act).sort(), names.sort());
  const form = ACTS.find((each) => each.act === "point-out");
  assert.deepEqual(buildAct(form, "black", { error: "illegal-move", move: "3" }), {
    by: "black",
    act: "point-out",
    error: "illegal-move",
    move: 3,
  });
  // Every word a field may hold, as the page of acts lists them, has its words here.
  for (const section of readFileSync("../docs/acts.md", "utf8").split(/^## /m).slice(1)) {
    const act = section.slice(0, section.indexOf("\n"));
    for (const [, name, held] of section.matchAll(/^\| \**`(\w+)`\** \| ((?:`[^`]+` ?)+) \|/gm)) {
      const choices = ACTS.find((each) => each.act === act).fields.find((field) => field.name === name)?.choices;
      const words = [...held.matchAll(/`([^`]+)`/g)].map(([, word]) => word);
      if (choices) assert.deepEqual(words.filter((word) => !choices.some(([value]) => value === word)), [], `${act} ${name}`);
    }
  }
  const seal = ACTS.find((each) => each.act === "seal");
  assert.deepEqual(buildAct(seal, "white", { record: "" }), { by: "white", act: "seal", record: "" });
});

test("a word about the running clock takes from what is left what was used", () => {
  const clock = { at: 0, white: 10, black: 4, running: "white", white_left: 90, black_left: 96, white_moves: 20, black_moves: 20, flag_ms: 1, now_ms: 1 };
  const later = counted(clock, { at: 5, white: 15, now_ms: 5001, flag_ms: 2 });
  assert.deepEqual([later.white, later.white_left, later.black_left, later.flag_ms], [15, 85, 96, 2]);
  const none = counted({ ...clock, white_left: null }, { at: 5, white: 15, now_ms: 5001, flag_ms: null });
  assert.equal(none.white_left, null);
});

test("a touch that crosses the other's hand on the clock is sent again, and so is a hand on the clock that crosses his touch; nothing else is", async (context) => {
  const was = globalThis.localStorage;
  context.after(() => (globalThis.localStorage = was));
  globalThis.localStorage = { getItem: () => null };
  const touch = (between) => crossing({ by: "white", act: "touch", square: "e2" }, between);
  const crossing = async (act, between, options = {}) => {
    const answered = await crossed(act, between, options, false);
    assert.deepEqual(await crossed(act, between, options, true), answered, "it is the same where the socket tells of it before the answer comes");
    return answered;
  };
  const crossed = async (act, between, options, toldFirst) => {
    const game = new LiveGame("g");
    game.view = { seq: 1, log: [{ seq: 1 }], state: { seq: 1 } };
    const missed = { seq: 2, rulings: [], refused: null, ...between };
    const asked = [];
    context.mock.method(globalThis, "fetch", async (_, { body }) => {
      const { expected_seq } = JSON.parse(body);
      asked.push(expected_seq);
      if (expected_seq === 2) return Response.json({ entry: { seq: 3, act: { act: "touch" } }, state: { seq: 3 }, clock: null });
      if (toldFirst) game.hear({ type: "acts", entries: [missed], state: { seq: 2, options }, clock: null });
      return Response.json({ kind: "stale", detail: "", game: { seq: 2, log: [missed], state: { seq: 2, options } } }, { status: 409 });
    });
    await game.do(act).catch((problem) => asked.push(problem.kind));
    return asked;
  };
  assert.deepEqual(await touch({ act: { by: "black", act: "press" } }), [1, 2]);
  assert.deepEqual(await touch({ act: { by: "black", act: "press" }, rulings: [{ text: "an illegal move is completed" }] }), [1, "stale"]);
  assert.deepEqual(await touch({ act: { by: "black", act: "offer", what: "draw" } }), [1, "stale"]);
  const press = { by: "white", act: "press" };
  const touched = { act: { by: "black", act: "touch", square: "e7" } };
  assert.deepEqual(await crossing(press, touched, { white: [press] }), [1, 2]);
  assert.deepEqual(await crossing(press, touched), [1, "stale"], "there is nothing to press any more");
});

test("an act done while nobody could be reached is meant for what was known then, and what follows it for what it led to", async (context) => {
  const was = globalThis.localStorage;
  context.after(() => (globalThis.localStorage = was));
  globalThis.localStorage = { getItem: () => null };
  const game = new LiveGame("g");
  game.view = { seq: 1, log: [{ seq: 1 }], state: { seq: 1 } };
  const exacted = { seq: 2, act: { by: "black", act: "exact" }, rulings: [], refused: null };
  const theirs = { seq: 2, log: [exacted], state: { seq: 2 } };
  const sent = [];
  let reached = false;
  context.mock.method(globalThis, "fetch", async (_, { body }) => {
    if (!reached) throw new Error("nobody there");
    const { act, expected_seq } = JSON.parse(body);
    sent.push([act.act, expected_seq]);
    if (expected_seq === 1) return Response.json({ kind: "stale", detail: "", game: theirs }, { status: 409 });
    return Response.json({ entry: { seq: expected_seq + 1, act }, state: { seq: expected_seq + 1 }, clock: null });
  });
  const refused = [];
  for (const act of ["touch", "move"]) void game.do({ by: "white", act }).catch((problem) => refused.push([act, problem.kind]));
  await new Promise(setImmediate);
  reached = true;
  // The greeting tells of what the other did meanwhile; what was done before it is not done to him who was penalised by it.
  game.hear({ type: "hello", view: 7, game: theirs });
  await new Promise(setImmediate);
  assert.deepEqual(sent, [["touch", 1]]);
  assert.deepEqual(refused, [["touch", "stale"], ["move", "stale"]]);
  // From then on acts follow one another.
  await Promise.all(["touch", "move"].map((act) => game.do({ by: "white", act })));
  assert.deepEqual(sent.slice(1), [["touch", 2], ["move", 3]]);
});

test("a greeting that the answer to our own act has overtaken sets nothing back; one of a server that knows less does", () => {
  const greeted = (from, seq) => {
    const game = new LiveGame("g");
    game.view = { seq: 3, log: [1, 2, 3].map((seq) => ({ seq })), state: { seq: 3 }, onlookers: 0 };
    game.from = from;
    game.hear({ type: "hello", view: 7, game: { seq, log: [], state: { seq }, onlookers: 4 } });
    return [game.view.state.seq, game.view.log.length, game.view.onlookers];
  };
  assert.deepEqual(greeted(2, 2), [3, 3, 4], "the view was made before the act, and came after its answer");
  assert.deepEqual(greeted(3, 3), [3, 3, 4]);
  assert.deepEqual(greeted(3, 2)[0], 2, "restored from an older copy: what the server has counts");
});

test("no talk is lost: not what is said while it is read, nor while nobody could be reached, nor beyond what is given at once", async (context) => {
  const was = globalThis.localStorage;
  context.after(() => (globalThis.localStorage = was));
  globalThis.localStorage = { getItem: () => null };
  const say = (id, channel = "table") => ({ id, channel, text: `${id}` });
  const ids = (messages) => messages.map(({ id }) => id);
  const kept = Array.from({ length: 1001 }, (_, at) => say(at + 1));
  const told = (message) => game.hear({ type: "chat", message });
  const asked = [];
  let meanwhile = () => undefined;
  context.mock.method(globalThis, "fetch", async (path) => {
    const { searchParams } = new URL(path, "http://localhost");
    const after = Number(searchParams.get("after") ?? 0);
    asked.push(after);
    const messages = kept.filter(({ id, channel }) => channel === searchParams.get("channel") && id > after).slice(0, 500);
    meanwhile();
    return Response.json({ messages });
  });
  const game = new LiveGame("g");
  game.view = { seq: 1, log: [{ seq: 1 }], state: { seq: 1 } };
  const heard = [];
  game.addEventListener("said", ({ detail }) => heard.push(detail.id));
  await game.loadMessages("table");
  assert.equal(game.messages.length, 1001);
  assert.deepEqual([asked.splice(0), heard], [[0, 500, 1000], []], "what was said before one came is no news");
  // Said while the talk is read.
  kept.push(say(1002));
  meanwhile = () => told(say(1003));
  await game.loadMessages("table");
  meanwhile = () => undefined;
  assert.deepEqual(ids(game.messages.slice(1000)), [1001, 1002, 1003]);
  // Said while nobody could be reached; the socket is the first to tell of the last.
  kept.push(say(1003), say(1004), say(1005));
  told(say(1005));
  asked.length = 0;
  game.hear({ type: "hello", view: 7, game: { seq: 1, log: [], state: { seq: 1 } } });
  await new Promise((done) => setTimeout(done, 20));
  assert.deepEqual(ids(game.messages.slice(1000)), [1001, 1002, 1003, 1004, 1005]);
  assert.deepEqual([asked, heard], [[1002], [1003, 1005]]);
  // What was missed is told of as well.
  kept.push(say(1006));
  game.hear({ type: "hello", view: 8, game: { seq: 1, log: [], state: { seq: 1 } } });
  await new Promise((done) => setTimeout(done, 20));
  assert.deepEqual(heard, [1003, 1005, 1006]);
  assert.deepEqual(joined([say(1), say(3, "white")], [{ ...say(1), text: "" }, say(2)]), [{ ...say(1), text: "" }, say(2), say(3, "white")]);
});

test("of several moves along one line one arrow is drawn", () => {
  assert.deepEqual(
    arrowsOf(["f1e2", "f1d3", "f1c4", "f1g2"], "duty").map(({ from, to }) => from + to),
    ["f1c4", "f1g2"],
  );
});

test("the arrow of a duty begins where the man stands, though the law counts it elsewhere", () => {
  const state = { board: "4k3/8/8/8/8/5B2/8/4K3 w - - 0 1", status: "in-play", duty: {}, moves: ["f1e2", "f1c4", "e1d1"], refused: null };
  const entry = { act: { by: "white", act: "move", move: "f1f3" }, record: null, refused: null };
  const arrows = (entries) => dutyMarks(new Marks(), state, entries).map(({ from, to }) => from + to);
  assert.deepEqual(arrows([entry]), ["f3e2", "f3c4", "e1d1"]);
  assert.deepEqual(arrows([{ ...entry, record: {} }]), ["f1c4", "e1d1"]);
});

test("a word is found by its beginning, by the words people use, and not in the middle of another", () => {
  const help = (wanted) => [...readFileSync("src/pages/help.ts", "utf8").matchAll(/id: "([^"]+)", name: "([^"]+)", also: "([^"]*)"/g)].filter(([, id, name, also]) => speaksOf(`${name} ${also} ${id}`, wanted)).map(([, id]) => id);
  for (const [wanted, found] of Object.entries({ "en passant": "en-passant", PGN: "pgn", FEN: "pgn", "dead position": "dead", "insufficient material": "dead", promotion: "promotion", "touch-move": "touch-move", "penalty C": "penalty", jadoube: "j-adoube" })) {
    assert.ok(help(wanted).includes(found), `${wanted}: ${help(wanted)}`);
  }
  assert.deepEqual(help("elo"), []);
  assert.ok(speaksOf("II.5(c) a man that can be moved", "ii.5"));
  assert.ok(speaksOf("touchmove", "touch-move") === false && speaksOf("touch-move", "touchmove"));
});

test("a packed file and one without text are told from PGN", () => {
  const bytes = (text) => new TextEncoder().encode(text);
  assert.match(noText(Uint8Array.from([0x1f, 0x8b, 8, 0])), /^packed: unpack it first/);
  assert.match(noText(Uint8Array.from([0x50, 0x4b, 3, 4])), /^packed/);
  assert.equal(noText(Uint8Array.from([65, 0, 66])), "no text: expected PGN.");
  assert.equal(noText(bytes('[Event "x"]\n\n1. e4 *')), null);
  assert.equal(noText(bytes("")), null);
});

test("a move taken back stays on the sheet, struck through, and the next stands below it", () => {
  const entry = (seq, act, board, record = null, rulings = []) => ({
    seq,
    act,
    board,
    turn: "white",
    status: "in-play",
    rulings,
    refused: null,
    record,
    clock: null,
  });
  const written = (uci) => ({ uci, descriptive: uci, algebraic: uci, full: uci });
  const log = [
    entry(1, { by: "white", act: "move", move: "e2e4" }, "A b", written("e2e4")),
    entry(2, { by: "black", act: "move", move: "e7e5" }, "B w", written("e7e5")),
    entry(3, { by: "white", act: "move", move: "f1f3" }, "C w", null, [{ clause: "II.6(a)", party: "white", text: "illegal" }]),
    entry(4, { by: "black", act: "exact", penalty: "A" }, "B w", null, [{ clause: "II.6(b)", party: "white", text: "the position is restored, f3f1" }]),
    entry(5, { by: "white", act: "move", move: "f1e2" }, "D b", written("f1e2")),
  ];
  const sheet = rows(log, "S w");
  assert.deepEqual(
    sheet.map((row) => [row.number, row.white?.written.uci, row.white?.struck, row.black?.written.uci, row.notes.map((note) => note.wrong)]),
    [
      [1, "e2e4", false, "e7e5", []],
      [2, "f1f3", true, undefined, [true, false]], // no completed move: what the hand did is written all the same
      [2, "f1e2", false, undefined, []],
    ],
  );
  assert.equal(sheet[1].notes[1].text, "the position is restored, f3–\u2060f1");
  assert.equal(movesMade(log, "S w"), 2, "what was taken back is not counted");
});

/** A turn in which a Rook is touched that cannot move, moved all the same, and then another man played instead. */
function replaced() {
  let seq = 0;
  const entry = (by, act, board, turn, record = null, rulings = []) => ({ seq: ++seq, act: { by, ...act }, board, turn, status: "in-play", rulings, refused: null, record, clock: null });
  const move = (uci) => ({ act: "move", move: uci });
  const written = (uci) => ({ uci, descriptive: uci, algebraic: uci, full: uci });
  const ruled = (clause, text) => [{ clause, party: "white", text }];
  return [
    entry("white", move("e2e4"), "A b", "black", written("e2e4")),
    entry("black", move("e7e5"), "B w", "white", written("e7e5")),
    entry("white", { act: "touch", square: "h1" }, "B w", "white", null, ruled("4.5", "it cannot move")),
    entry("white", move("h1d5"), "C w", "white", null, ruled("reading F23-5", "not a legal move")),
    entry("white", { act: "touch", square: "b1" }, "C w", "white"),
    entry("white", move("b1c3"), "D b", "black", written("b1c3")),
    entry("black", move("b8c6"), "E w", "white", written("b8c6")),
  ];
}

test("a move the law does not count keeps its number for the one played instead, and a touch is noted beside the move it led to", () => {
  assert.deepEqual(
    rows(replaced(), "S w").map((row) => [row.number, row.white?.written.uci, row.white?.struck, row.black?.written.uci, row.notes.map((note) => note.text)]),
    [
      [1, "e2e4", false, "e7e5", []],
      [2, "h1d5", true, undefined, ["it cannot move", "not a legal move"]],
      [2, "b1c3", false, "b8c6", []],
    ],
  );
  assert.equal(markOf(rows(replaced(), "S w")[1]), "F23-5", "the move stands in the margin, not the touch before it");
});

test("an uncounted move is marked on the board while it stands, and no longer once the men are back", () => {
  const marked = (entries) => {
    const marks = new Marks();
    lastMove(marks, entries);
    return [...marks.keys()];
  };
  const log = replaced();
  assert.deepEqual(marked(log.slice(0, 4)), ["h1", "d5"]);
  assert.deepEqual(marked(log.slice(0, 5)), ["h1", "d5"]);
  assert.deepEqual(marked([...log.slice(0, 4), { ...log[4], board: "B w" }]), ["e7", "e5"]);
});

test("what the law had against my turn is still said when the answer to it was a move, and not after my next", () => {
  const log = replaced();
  const told = (entries, me) => ownOffence(entries, me).map(({ seq }) => seq);
  assert.deepEqual(told(log, "white"), [3, 4]);
  assert.deepEqual(told(log.slice(0, 6), "white"), [], "nothing is answered yet");
  assert.deepEqual(told(log, "black"), []);
  assert.deepEqual(told(log, null), [], "both sides are here");
});

test("rights that differ in a square only are one line", () => {
  const move = (at) => ({ clause: "VII", text: `the men are put back; then White must move the man on ${at}` });
  assert.deepEqual(together([move("a1"), move("b1"), move("c1"), { clause: "VII", text: "let it pass" }]), [{ clause: "VII", text: "the men are put back; then White must move the man on a1, b1 or c1" }, { clause: "VII", text: "let it pass" }]);
});

test("squares are written for people, and whoever gave no name is not taken for an empty chair", () => {
  // What is said to a player the law says itself; the page only picks it. No line ends between two squares of a move.
  assert.equal(told({ text: "White plays f1f3", you: "You play f1f3" }), "You play f1–\u2060f3");
  assert.equal(told({ text: "White has made a move in his opponent's turn" }), "White has made a move in his opponent’s turn");
  assert.equal(told({ why: "he has touched a man", you: "You have touched a pawn" }), "You have touched a Pawn");
  const touch = { by: "white", act: "touch", square: "e2" };
  assert.equal(actWords(touch, ["white"]), "You touch e2");
  assert.equal(actWords(touch, ["black"]), "White touches e2");
  assert.equal(actWords(touch, ["white", "black"]), "White touches e2");
  assert.equal(actWords({ by: "white", act: "move", move: "f1f3" }, ["white"], true), "You try: f1–\u2060f3");
  assert.equal(actWords({ by: "white", act: "claim", ground: "repetition" }, ["white"], true), "You try to claim: the position has been repeated");
  assert.equal(actWords({ by: "black", act: "press" }, ["white"], true), "Black tries to press the clock");
  assert.equal(actWords({ by: "black", act: "conduct", what: "leaves-area" }, ["black"]), "You leave the playing area");
  assert.equal(actWords({ by: "umpire", act: "penalise", party: "white", penalty: "warning" }, ["white"]), "The umpire imposes on you: a warning");
  assert.equal(sentence("the text expresses several legal moves: b1c3, a7a8q"), "The text expresses several legal moves: b1–\u2060c3, a7–\u2060a8=Q.");
  assert.equal(sentence("an illegal move, a7a8p: pawns and a king's knight"), "An illegal move, a7–\u2060a8=P: Pawns and a King’s Knight.");
  assert.equal(sentence('White sends "Kt-B3"'), "White sends “Kt-B3”.");
  assert.equal(sentence("the opponent has asked: “my king or my kingdom?”"), "The opponent has asked: “my king or my kingdom?”");
  const seat = (party, taken, name = null) => ({ party, taken, name });
  const game = (white, black) => titleOf({ title: null, settings: {}, you: { parties: ["white"] }, seats: [white, black] });
  assert.equal(game(seat("white", true), seat("black", true, "Jadoube")), "You – Jadoube");
  assert.equal(game(seat("white", true, "Ann"), seat("black", true)), "Ann – Black");
  assert.equal(game(seat("white", true), seat("black", false)), "You and an empty chair");
});

test("a move is heard with its man and squares, whatever the code writes", () => {
  const heard = (uci, algebraic, full = algebraic) => aloud({ uci, algebraic, full, descriptive: "" });
  assert.equal(heard("f2f3", "f3", "f2-f3"), "Pawn f2 to f3");
  assert.equal(heard("d8h4", "Qh4#", "Qd8-h4\u2021"), "Queen d8 to h4, mate");
  assert.equal(heard("d8h4", "Qh4x", "Qd8-h4x"), "Queen d8 to h4, mate");
  assert.equal(heard("d8h4", "Q:h4x", "Qd8:h4x"), "Queen d8 takes h4, mate");
  assert.equal(heard("e5d6", "exd6+"), "Pawn e5 takes d6, check");
  assert.equal(heard("a7b8n", "axb8=N"), "Pawn a7 takes b8, becomes a Knight");
  assert.equal(heard("g1f3", "Kt:f3", "Ktg1:f3"), "Knight g1 takes f3");
  assert.equal(heard("a7a8n", "a8Kt", "a7-a8Kt"), "Pawn a7 to a8, becomes a Knight");
  assert.equal(heard("a7a8q", "a8Q+", "a7a8Q+"), "Pawn a7 to a8, becomes a Queen, check");
  assert.equal(heard("e1c1", "O-O-O"), "castles on the Queen’s side");
  assert.equal(heard("e2e4", "e4", "Pawn on King’s second square to King’s fourth square"), "Pawn on King’s second square to King’s fourth square");
});
