// Does the package answer in Node as it says, and as the engine it is made of?
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import ts from "typescript";
import { JadoubeError, load, loadAuditor } from "../dist/index.js";
import { INCIDENT, audits, cases, checkCase, steps } from "./common.mjs";

const jadoube = await load();

for (const [name, step] of Object.entries(steps)) test(name, () => step(jadoube, assert, JadoubeError));

test("an archive is audited", async () => {
  const auditor = await loadAuditor();
  assert.equal(auditor.law, jadoube.law);
  audits(auditor, jadoube.codes(), assert, JadoubeError);
});

test("the incident of the README is judged by every code as the command line judges it", () => {
  const judged = jadoube.judge(INCIDENT);
  assert.deepEqual(Object.keys(judged.codes), jadoube.codes().map((code) => code.code));
  assert.equal(judged.codes["fide-1931"].states.at(-1).rulings[0].clause, "15(a)");
  const last = judged.codes["bcc-1899"].states.at(-1);
  assert.equal(last.options.black[0].clause, "II.5(c)");
});

test("every case is ruled on as the engine itself rules", { timeout: 300_000 }, () => {
  const all = cases();
  assert.ok(all.length > 300, `only ${all.length} cases`);
  const wrong = all.map((line) => checkCase(jadoube, line)).filter(Boolean);
  assert.deepEqual(wrong, []);
});

test("many games and boards are opened and let go without the memory growing for ever", () => {
  const round = () => {
    for (let i = 0; i < 300; i++) {
      const game = jadoube.open({ code: "bcc-1899" });
      game.act({ by: "white", act: "move", move: "e2e4" }, { brief: true });
      game.close();
      const board = jadoube.board();
      board.push("e4");
      board.close();
    }
  };
  round();
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  for (let i = 0; i < 5; i++) round();
  const after = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  assert.ok(after - before < 8_000_000, `${before} to ${after}`);
});

test("the types shipped name everything that a state holds", () => {
  const types = readFileSync(new URL("../src/types.ts", import.meta.url), "utf8");
  const state = jadoube.open({ code: "bcc-1899" }).act({ by: "white", act: "move", move: "e2e5" });
  const named = (object, where) => {
    for (const key of Object.keys(object)) assert.match(types, new RegExp(`\\b${key}\\??:`), `${where}.${key}`);
  };
  named(state, "State");
  named(state.options.black[0].then, "Then");
  named(jadoube.board().state(), "BoardState");
  named(jadoube.clause("bcc-1899", "II.5(c)"), "Clause");
  named(jadoube.compare("touch"), "Comparison");
});

test("the example runs", () => {
  const example = new URL("../../../examples/judge.mjs", import.meta.url);
  const said = execFileSync(process.execPath, [example.pathname], { encoding: "utf8" });
  assert.match(said, /^bcc-1899\n {2}.*II\.5\(c\)/m);
  assert.match(said, /black may: /);
});

test("what is no engine is refused with a word", async () => {
  for (const source of [5, {}, null]) await assert.rejects(load(source), JadoubeError);
});

test("pages are refused with a word, and a reader that could not be fetched is tried again", async () => {
  await assert.rejects(jadoube.convert(), JadoubeError);
  await assert.rejects(jadoube.convert("1. e4", { language: "klingon" }), /klingon/);
  const place = new URL("../dist/jadoube-convert.wasm", import.meta.url);
  const bytes = readFileSync(place);
  let tries = 0;
  const converter = { then: (done) => done({ ok: ++tries > 1, url: `${place}`, status: 404, statusText: "Not Found", arrayBuffer: async () => bytes }) };
  const other = await load(undefined, { converter });
  await assert.rejects(other.convert("1. e4 e5"), /404/);
  assert.deepEqual((await other.convert("1. e4 e5"))[0].moves, ["e2e4", "e7e5"]);
  await other.convert("1. e4 e5");
  assert.equal(tries, 2);
});

test("a bundler for browsers finds nothing of Node's", () => {
  const script = readFileSync(new URL("../dist/index.js", import.meta.url), "utf8");
  assert.ok(!/import\s*\(|from\s+["']node:/.test(script), "an import that browsers do not have");
});

test("the README's sample has the types it needs, also without those of a page", () => {
  const here = new URL("..", import.meta.url);
  const readme = readFileSync(new URL("README.md", here), "utf8");
  const sample = readme.match(/```js\n([^]*?)```/)[1].replace('from "jadoube"', 'from "./dist/index.js"');
  for (const lib of [["lib.es2023.d.ts"], ["lib.es2023.d.ts", "lib.dom.d.ts"]]) {
    const options = { strict: true, noEmit: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, lib, types: [] };
    const host = ts.createCompilerHost(options);
    const file = new URL("sample.ts", here).pathname;
    const { readFile, fileExists } = host;
    host.readFile = (name) => (name === file ? sample : readFile(name));
    host.fileExists = (name) => name === file || fileExists(name);
    host.getSourceFile = (name, target) => {
      const text = host.readFile(name);
      return text === undefined ? undefined : ts.createSourceFile(name, text, target);
    };
    const faults = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
    assert.deepEqual(faults.map((fault) => `${ts.flattenDiagnosticMessageText(fault.messageText, " ")} in ${fault.file?.fileName}`), []);
  }
});

test("what is packed can be installed, and is found by name from modules and from CommonJS", () => {
  const place = mkdtempSync(join(tmpdir(), "jadoube-"));
  const run = (program, ...words) => execFileSync(program, words, { cwd: place, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    const here = new URL("..", import.meta.url).pathname;
    const [packed] = JSON.parse(run("npm", "pack", here, "--json", "--ignore-scripts"));
    const files = packed.files.map((file) => file.path).sort();
    const expected = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json"];
    for (const name of ["index.d.ts", "index.js", "types.d.ts", "types.js"]) expected.push(`dist/${name}`);
    for (const name of ["jadoube", "jadoube-audit", "jadoube-convert"]) expected.push(`dist/${name}.wasm`);
    assert.deepEqual(files, expected.sort());
    run("tar", "-xzf", packed.filename);
    mkdirSync(join(place, "node_modules"));
    renameSync(join(place, "package"), join(place, "node_modules/jadoube"));
    const program = "load().then((jadoube) => console.log(jadoube.read('Kt-KB3').moves[0]))";
    writeFileSync(join(place, "a.mjs"), `import { load } from "jadoube"; ${program};`);
    writeFileSync(join(place, "b.cjs"), `import("jadoube").then(({ load }) => ${program}); require("jadoube/package.json");`);
    for (const file of ["a.mjs", "b.cjs"]) assert.equal(run(process.execPath, file), "g1f3\n", file);
  } finally {
    rmSync(place, { recursive: true });
  }
});
