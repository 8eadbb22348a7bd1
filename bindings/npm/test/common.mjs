// What is asked in Node and in the browser alike. `steps` and `checkCase` run in both: they use nothing of either.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export const INCIDENT = readFileSync(`${root}/examples/incident.jsonl`, "utf8");

/** Every case under each of its codes, with the states that the engine itself gives. */
export function cases() {
  const options = { cwd: root, encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "inherit"] };
  const [program, ...words] = process.env.XTASK ? [process.env.XTASK] : ["cargo", "xtask"];
  const printed = execFileSync(program, [...words, "cases", "--records"], options);
  return printed.trim().split("\n").map((line) => JSON.parse(line));
}

/** What a case says otherwise here; nothing where it comes out. */
export function checkCase(jadoube, { case: place, code, record, states, stopped }) {
  const [{ states: here, stopped: why }] = Object.values(jadoube.judge(record, [code]).codes);
  const same = JSON.stringify(here) === JSON.stringify(states) && (why?.detail ?? null) === stopped;
  return same ? null : `${place} under ${code}`;
}

export const steps = {
  "a game is opened, acted in and shown"(jadoube, assert, JadoubeError) {
    const game = jadoube.open({ code: "bcc-1899" });
    const state = game.act({ by: "white", act: "move", move: "e2e5" });
    assert.equal(state.turn, "white");
    assert.equal(state.rulings[0].clause, "II.6(a)");
    // A right is given back as it stands.
    const used = game.act(state.options.black[0]);
    assert.equal(used.refused, null);
    assert.equal(game.record().trim().split("\n").length, 3);
    assert.throws(() => game.act({ by: "white", act: "fly" }), JadoubeError);
    assert.throws(() => game.act({ by: "white", act: "lift", square: "e5" }), JadoubeError);
    assert.equal(game.state().seq, 2);
    const again = jadoube.replay(game.record());
    assert.deepEqual(again.state(), game.state());
    const copy = game.copy();
    copy.act({ by: "white", act: "resign" });
    assert.equal(copy.state().status, "won");
    assert.equal(game.state().status, "in-play");
  },
  "a party sees what it may see"(jadoube, assert) {
    const game = jadoube.open({ code: "bcc-1899" });
    game.act({ by: "white", act: "move", move: "e2e5" });
    assert.ok(game.state({ as: "black" }).options.black.length > 0);
    assert.equal(game.state({ as: "spectator" }).options.black.length, 0);
    assert.equal(game.state({ brief: true }).options.black.length, 0);
  },
  "a board is played on and taken back"(jadoube, assert, JadoubeError) {
    const board = jadoube.board();
    assert.equal(board.moves().length, 20);
    for (const move of ["f3", "e7e5", "g4"]) board.push(move);
    assert.deepEqual(board.push("Qh4#"), { uci: "d8h4", san: "Qh4#" });
    assert.deepEqual(board.state().outcome, { termination: "checkmate", winner: "black", result: "0-1" });
    assert.equal(board.pop(), "d8h4");
    assert.equal(board.state().outcome, null);
    assert.throws(() => board.push("Ke2e4"), JadoubeError);
    assert.deepEqual(board.history(), ["f2f3", "e7e5", "g2g4"]);
    assert.throws(() => jadoube.board("not a position"), JadoubeError);
  },
  "the laws are looked up and compared"(jadoube, assert, JadoubeError) {
    assert.ok(jadoube.codes().length >= 5);
    assert.equal(jadoube.clause("bcc-1899", "ii 5 c").clause, "II.5(c)");
    assert.ok(jadoube.clauses("xxv").length >= 25);
    const question = jadoube.questions()[0].question;
    assert.ok("bcc-1899" in jadoube.compare(question).tables[0].codes);
    assert.throws(() => jadoube.clause("bcc-1899", "XC.9"), JadoubeError);
  },
  "old moves are read"(jadoube, assert) {
    assert.deepEqual(jadoube.read("Kt-KB3").moves, ["g1f3"]);
    assert.deepEqual(jadoube.read("P-B4").moves, ["c2c4", "f2f4"]);
    assert.deepEqual(jadoube.read("P takes P", { moves: ["e2e4", "d7d5"] }).moves, ["e4d5"]);
    assert.ok(jadoube.read("Hello").error);
  },
  async "a printed page becomes PGN, and a position a drawing"(jadoube, assert) {
    const [game] = await jadoube.convert("1. P-K4  P-K4\n2. Kt-KB3  Kt-QB3\n3. B-Kt5  P-QR3\n");
    assert.ok(game.clean);
    assert.match(game.pgn, /1\. e4 e5 2\. Nf3 Nc6 3\. Bb5 a6/);
    assert.match(jadoube.svg("8/8/8/8/8/3k4/8/3K4 w - - 0 1"), /^<svg/);
  },
  async "a position is taken as it is pasted, and PGN for what it is"(jadoube, assert) {
    const board = jadoube.board(" rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR  b KQkq e3\n");
    assert.equal(board.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert.match(jadoube.svg("8/8/8/8/8/8/8/8"), /^<svg/);
    const [game] = await jadoube.convert("1. e4 e5 2. Nf3 {N} Nc6 *");
    assert.deepEqual(game.moves, ["e2e4", "e7e5", "g1f3", "b8c6"]);
  },
  "nothing is not everything, and too much is refused"(jadoube, assert, JadoubeError) {
    for (const ask of [() => jadoube.clauses(), () => jadoube.clause("xxv"), () => jadoube.compare(), () => jadoube.rule(), () => jadoube.judge({})]) {
      assert.throws(ask, JadoubeError);
    }
    assert.throws(() => jadoube.read("a".repeat(64_000_001)), JadoubeError);
    assert.deepEqual(jadoube.read("Kt-KB3").moves, ["g1f3"]);
  },
  "an error names the line"(jadoube, assert) {
    try {
      jadoube.rule('{"code":"xxv"}\n{"by":"white","act":"touch"}');
      assert.fail("it must throw");
    } catch (error) {
      assert.equal(error.line, 2);
      assert.match(error.message, /square/);
    }
  },
};

/** What the reader of archives does. */
export function audits(auditor, codes, assert, JadoubeError) {
  const pgn = '[White "A"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n[White "B"]\n\n1. e4 e5 2. Ke3 *\n';
  const { games, findings } = auditor.audit(pgn, { codes: ["fide-2023"], name: "club.pgn" });
  assert.deepEqual(games.map((game) => game.white), ["A", "B"]);
  assert.deepEqual(
    findings.map(({ game, ply, code, kind, why, text }) => [game, ply, code, kind, why ?? text]),
    [
      [1, 4, "fide-2023", "result", "mate-not-scored"],
      [2, 2, "fide-2023", "illegal-move", "Ke3"],
    ],
  );
  assert.equal(auditor.audit(pgn).findings.length, 2 * codes.length);
  assert.throws(() => auditor.audit(pgn, { codes: ["fide-1777"] }), JadoubeError);
}
