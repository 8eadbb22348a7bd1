// Which tests can run here? All of them, or those that need neither browser nor server, said plainly. With CI set,
// what cannot run fails.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { BINARY, CHROMIUM, FIREFOX } from "./room.mjs";

const missing = [];
if (!CHROMIUM) missing.push("chromium (Debian: apt-get install chromium)");
if (!BINARY) missing.push("the jadoube binary (cargo build --bin jadoube)");
if (!existsSync("dist/index.html")) missing.push("the built page (npm run build)");

const files = ["test/unit.test.mjs"];
if (missing.length === 0) files.push(...["pages", "table", "acts", "people", "expected"].map((name) => `test/${name}.test.mjs`));
else {
  console.log(`Not run: the tests in the browser, for want of ${missing.join(" and ")}.`);
  if (process.env.CI) process.exit(1);
}
if (missing.length === 0 && FIREFOX) files.push("test/firefox.test.mjs");
else if (missing.length === 0) {
  console.log("Not run: the walk in Firefox, for want of it (Debian: apt-get install firefox-esr).");
  if (process.env.CI) process.exit(1);
}
const types = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "--noEmit"], { stdio: "inherit" });
if (types.status !== 0) process.exit(types.status ?? 1);
const filter = process.argv.slice(2);
const run = spawnSync(process.execPath, ["--test", "--test-concurrency=1", "--test-reporter=spec", ...filter, ...files], {
  stdio: "inherit",
});
process.exit(run.status ?? 1);
