// Which tests can run here? All of them, or those that need neither browser nor server, said plainly. With CI set,
// what cannot run fails. `npm test -- table people` runs two files; what begins with a dash goes to node's own runner.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { BINARY, CHROMIUM, FIREFOX, launch, Server } from "./room.mjs";

const missing = [];
if (!CHROMIUM) missing.push("chromium (Debian: apt-get install chromium)");
if (!BINARY) missing.push("the jadoube binary (cargo build --bin jadoube)");
if (!existsSync("dist/index.html")) missing.push("the built page (npm run build)");

const files = [];
if (missing.length === 0) files.push(...["pages", "acts", "table", "expected", "people", "clumsy"].map((name) => `test/${name}.test.mjs`));
else {
  console.log(`Not run: the tests in the browser, for want of ${missing.join(" and ")}.`);
  if (process.env.CI) process.exit(1);
}
if (missing.length === 0 && FIREFOX) files.push("test/firefox.test.mjs");
else if (missing.length === 0) {
  console.log("Not run: the walk in Firefox, for want of it (Debian: apt-get install firefox-esr).");
  if (process.env.CI) process.exit(1);
}
if (missing.length === 0 && readdirSync("dist/assets").some((name) => name.endsWith(".wasm"))) files.push("test/offline.test.mjs");
else if (missing.length === 0) {
  console.log("Not run: the page without a network, for want of the law in WebAssembly (npm run build in bindings/npm, then here).");
  if (process.env.CI) process.exit(1);
}
files.push("test/unit.test.mjs");
const types = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "--noEmit"], { stdio: "inherit" });
if (types.status !== 0) process.exit(types.status ?? 1);

const words = process.argv.slice(2);
const isOption = (word) => word.startsWith("-");
const named = words.filter((word) => !isOption(word)).map((name) => `test/${name}.test.mjs`);
const wanted = named.length > 0 ? named : files;

// One browser and one server for all files; who needs a server with other terms, or stops it, opens his own.
const world = missing.length === 0 ? await launch() : null;
const server = missing.length === 0 ? await Server.open() : null;
// A file that hangs is ended, and fails; by itself each is done within the minutes that `./test` allows for all.
const LIMITS = ["--test-timeout=540000", "--test-force-exit"];
const run = async (some) => {
  if (some.length === 0) return 0;
  const running = spawn(process.execPath, ["--test", "--test-concurrency=3", "--test-reporter=spec", ...LIMITS, ...words.filter(isOption), ...some], {
    stdio: "inherit",
    env: { ...process.env, TEST_BROWSER: world?.wsEndpoint() ?? "", TEST_SERVER: server?.base ?? "" },
  });
  return (await new Promise((done) => running.on("exit", done))) ?? 1;
};
// Firefox is a second browser on the same few cores: it walks when the first has done.
const inFirefox = (name) => name.includes("firefox");
const status = (await run(wanted.filter((name) => !inFirefox(name)))) || (await run(wanted.filter(inFirefox)));
await world?.close();
await server?.close();
process.exit(status);
