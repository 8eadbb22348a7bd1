// Does the package answer in a browser as it does in Node?
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";
import { chromium } from "playwright-core";
import { audits, cases, checkCase, steps } from "./common.mjs";

const CHROMIUM = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => path && existsSync(path));
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const skip = CHROMIUM ? false : "chromium is not here (Debian: apt-get install chromium)";
if (skip && process.env.CI) throw new Error(skip);

/** The package over HTTP, as a page would have it, and the cases beside it. */
async function served(lines) {
  const files = { "/index.js": "text/javascript", "/types.js": "text/javascript", "/jadoube.wasm": "application/wasm", "/jadoube-convert.wasm": "application/wasm", "/jadoube-audit.wasm": "application/wasm" };
  const asked = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    asked.push(path);
    if (path === "/cases") return response.end(JSON.stringify(lines));
    if (!(path in files)) return response.setHeader("content-type", "text/html").end("<!doctype html><title>jadoube</title>");
    response.setHeader("content-type", files[path]).end(readFileSync(new URL(`../dist${path}`, import.meta.url)));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { server, asked, base: `http://127.0.0.1:${server.address().port}` };
}

test("in Chromium", { skip, timeout: 300_000 }, async (t) => {
  const { server, base, asked } = await served(cases());
  const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });
  t.after(() => (browser.close(), server.close()));
  const page = await browser.newPage();
  await page.goto(base);
  await page.evaluate(async () => {
    const { load, loadAuditor, JadoubeError } = await import("/index.js");
    const text = (value) => JSON.stringify(value);
    const must = (holds, why) => {
      if (!holds) throw new Error(why);
    };
    const assert = {
      ok: (value, why) => must(value, why ?? "expected something"),
      equal: (a, b) => must(a === b, `${text(a)} is not ${text(b)}`),
      deepEqual: (a, b) => must(text(a) === text(b), `${text(a)} is not ${text(b)}`),
      match: (a, pattern) => must(pattern.test(a), `${a} is not like ${pattern}`),
      fail: (why) => must(false, why),
      throws: (run, kind) => {
        try {
          run();
        } catch (error) {
          return must(error instanceof kind, `${error}`);
        }
        must(false, "it must throw");
      },
    };
    Object.assign(globalThis, { jadoube: await load(), auditor: await loadAuditor(), JadoubeError, assert });
  });
  const fetched = () => asked.filter((path) => path === "/jadoube-convert.wasm").length;
  assert.equal(fetched(), 0, "the reader of pages is not fetched before it is used");
  for (const [name, step] of Object.entries(steps)) {
    const source = `(${step.toString().replace(/^(async )?"[^"]*"/, "$1function ")})`;
    await t.test(name, () => page.evaluate(`${source}(jadoube, assert, JadoubeError)`));
  }
  assert.equal(fetched(), 1, "and once");
  await t.test("an archive is audited", () => page.evaluate(`(${audits})(auditor, jadoube.codes(), assert, JadoubeError)`));
  await t.test("every case is ruled on as the engine itself rules", async () => {
    const wrong = await page.evaluate(`(async () => {
      ${checkCase.toString()}
      const lines = await (await fetch("/cases")).json();
      return lines.map((line) => checkCase(jadoube, line)).filter(Boolean);
    })()`);
    assert.deepEqual(wrong, []);
  });
});
