// Is every page there, whole, within its limits, and open to everyone? axe-core on each, and the promises about loading.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { createRequire } from "node:module";
import { typesOf } from "../types.mjs";
import { Person, room, test } from "./room.mjs";
import { states } from "./states.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { server, world } = await room();
const table = await server.table({ code: "bcc-1899" }, { opponent: "here" });
await server.post(`/api/games/${table.id}/acts`, { expected_seq: 0, key: "one", act: { by: "white", act: "move", move: "f1f3" } }, table.token);

async function findings(person) {
  // The page's policy forbids scripts from elsewhere; the test brings its own through the debugging protocol.
  await person.page.evaluate(axe);
  const { violations } = await person.page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.flat().join(" ") + " " + node.failureSummary).join(" | ")}`);
}

const WIDE = { scheme: "light", width: 1280 };
const NARROW = { scheme: "dark", width: 360 };

/* Every page and state, twice: wide by day and narrow by night. Every second one is come to on the narrow screen. */
test("no finding of axe of any grade and nothing that sticks out, its text at twice the size too, light at 1280 px and dark at 360 px", { timeout: 480_000 }, async (context) => {
  const person = await Person.enter(world, server);
  for (const [at, [name, arrive]] of Object.entries(await states(server)).entries()) {
    await context.test(name, { timeout: 90_000 }, async () => {
      const sizes = at % 2 ? [NARROW, WIDE] : [WIDE, NARROW];
      await person.begin();
      await person.screen(sizes[0]);
      await arrive(person);
      await person.page.locator("jd-app main h1").first().waitFor();
      for (const size of sizes) {
        await person.screen(size);
        await person.rested();
        assert.deepEqual(await findings(person), [], `${size.width} px`);
        for (const text of ["", "200%"]) {
          const over = await person.page.evaluate((text) => {
            document.documentElement.style.fontSize = text;
            return document.documentElement.scrollWidth - document.documentElement.clientWidth;
          }, text);
          assert.equal(over, 0, `${over} px too wide at ${size.width} px${text ? `, its text at ${text}` : ""}`);
        }
        await person.page.evaluate(() => (document.documentElement.style.fontSize = ""));
      }
    });
  }
  await person.leave();
});

test("on a telephone every control is 44 px high and wide for a finger", { timeout: 300_000 }, async () => {
  const person = await Person.enter(world, server, { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true });
  const all = await states(server);
  const found = [];
  for (const name of "home new-more code compare judge audit settings help incident join account preview today post umpire promotion over long acts-menu resigning".split(" ")) {
    await person.begin();
    await all[name](person);
    await person.rested();
    const small = await person.page.evaluate(() => {
      const found = [];
      const look = (root) => {
        for (const fold of root.querySelectorAll("details")) fold.open = true;
        for (const each of root.querySelectorAll("*")) {
          if (each.shadowRoot) look(each.shadowRoot);
          if (!each.matches("button, a[href], input, select, textarea, summary")) continue;
          const label = each.closest("label");
          const what = each.matches("[type=radio], [type=checkbox]") && label ? label : each;
          const { width, height } = what.getBoundingClientRect();
          if (!what.checkVisibility({ visibilityProperty: true }) || width < 2) continue;
          // A link in a sentence is as high as its line.
          if (each.matches("a:not(.reach)") && getComputedStyle(each).display === "inline") continue;
          const more = getComputedStyle(what, "::after");
          const beyond = (side) => (more.position === "absolute" && more.content !== "none" ? Math.max(0, -parseFloat(more[side])) : 0);
          const [high, wide] = [height + beyond("top") + beyond("bottom"), width + beyond("left") + beyond("right")];
          // The pages stand side by side in one line, as words do.
          if (high < 43.5 || (wide < 43.5 && !each.matches("nav a, .reach"))) found.push(`${each.localName} "${(each.getAttribute("aria-label") ?? each.textContent).trim()}": ${wide} by ${high}`);
        }
      };
      look(document);
      return found;
    });
    found.push(...small.map((each) => `${name}: ${each}`));
  }
  assert.deepEqual(found, []);
  await person.leave();
});

test("the first load stays under 200 kB, from this server alone, at the front door as at the table, and no law is fetched before it is needed", async () => {
  for (const [path, shows] of [
    ["/", "jd-home jd-board"],
    [table.own, "jd-table jd-board"],
  ]) {
    const person = await Person.enter(world, server);
    const cdp = await person.context.newCDPSession(person.page);
    await cdp.send("Network.enable");
    let bytes = 0;
    const hosts = new Set();
    const refused = [];
    cdp.on("Network.responseReceived", ({ response }) => response.status >= 400 && refused.push(response.url));
    cdp.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
    cdp.on("Network.requestWillBeSent", (event) => hosts.add(new URL(event.request.url).host));
    await person.go(path);
    await person.page.locator(shows).first().waitFor();
    await person.rested();
    assert.ok(bytes > 10_000, "something was measured");
    assert.ok(bytes < 200_000, `${path}: ${bytes} bytes`);
    assert.deepEqual([...hosts], [new URL(server.base).host]);
    assert.deepEqual(refused, [], "nothing is asked for that a stranger is refused");
    await person.leave();
  }
});

test("the law in WebAssembly is sent in under 500 kB, and an answer that is long is packed", async (context) => {
  const modules = readdirSync("dist/assets").filter((name) => name.endsWith(".wasm"));
  if (modules.length === 0) return context.skip("the page was built without it");
  // Not by fetch, which opens what it gets.
  const sent = (path) =>
    new Promise((done, fail) =>
      request(server.base + path, { headers: { "Accept-Encoding": "gzip, br" } }, (said) => {
        let bytes = 0;
        said.on("data", (part) => (bytes += part.length));
        said.on("end", () => done([said.headers["content-encoding"], bytes]));
      })
        .on("error", fail)
        .end(),
    );
  for (const name of modules) {
    const [packed, bytes] = await sent(`/assets/${name}`);
    assert.equal(packed, "br");
    assert.ok(bytes > 100_000 && bytes < 500_000, `${name}: ${bytes} bytes`);
  }
  const [how, book] = await sent("/api/laws/bcc-1899");
  assert.equal(how, "gzip");
  assert.ok(book < 15_000, `${book} bytes`);
});

test("every comparison that the help speaks of is there", async () => {
  const { questions } = await server.get("/api/laws/compare");
  const named = [...readFileSync("src/pages/help.ts", "utf8").matchAll(/\/compare\/([a-z_-]+)/g)].map(([, name]) => name);
  assert.ok(named.length > 5);
  assert.deepEqual(named.filter((name) => !questions.some((each) => each.question === name)), []);
});

test("judging an incident: every verdict, and a link that carries it", async () => {
  const person = await Person.enter(world, server);
  await person.go("/judge");
  await person.page.getByRole("button", { name: "A Bishop played like a Rook" }).click();
  await person.page.locator(".verdict").first().waitFor();
  await person.page.locator('.verdict[data-code="bcc-1899"] .ruling').first().waitFor();
  const link = person.page.url();
  assert.match(link, /#./);
  const other = await Person.enter(world, server);
  await other.page.goto(link);
  await other.page.getByText("White plays f1–\u2060f3").first().waitFor();
  await other.page.locator('.verdict[data-code="bcc-1899"] .ruling').first().waitFor();
  await person.leave();
  await other.leave();
});

test("judging what is no position: said plainly, whether it was written or cleared", async () => {
  const person = await Person.enter(world, server);
  await person.go("/judge");
  await person.button("Set up").click();
  await person.page.getByLabel("Position as FEN").fill("foo");
  await person.page.getByLabel("Position as FEN").blur();
  await person.page.getByText("No code can judge this position: FEN field 1").waitFor();
  await person.button("Clear").click();
  await person.page.getByText("white has 0 kings, expected exactly one").waitFor();
  await person.button("Starting position").click();
  await person.page.locator(".verdict").first().waitFor();
  assert.equal(await person.page.locator(".unplayable").count(), 0);
  await person.leave();
});

test("an address that is not understood is said to be so, and the stranger at the door is refused nothing", async () => {
  const person = await Person.enter(world, server);
  for (const [path, told] of [
    ["/compare/nosuch", "There is no question called “nosuch”"],
    ["/law/bcc-1899#ZZ", "No clause is called “ZZ” here"],
    ["/law/readings#ZZ", "No reading is called “ZZ” here"],
    ["/judge#junk", "holds no incident"],
  ]) {
    await person.go("/nowhere");
    await person.go(path);
    await person.page.getByText(told).waitFor();
  }
  const refused = [];
  person.page.on("response", (response) => response.status() >= 400 && refused.push(response.url()));
  await person.go("/account");
  await person.page.locator("jd-account form").first().waitFor();
  await person.rested();
  assert.deepEqual(refused, []);
  await person.leave();
});

test("a link shown elsewhere tells what is to be seen at its address, with a picture that can be found from there", async (context) => {
  if (process.env.TEST_PAGE) return context.skip("another server stands before the page");
  const shown = async (path) => {
    const page = await (await fetch(server.base + path)).text();
    return Object.fromEntries([...page.matchAll(/property="og:(\w+)" content="([^"]*)"/g)].map(([, name, content]) => [name, content]));
  };
  const front = await shown("/");
  assert.equal(front.image, `${server.base}/preview.png`);
  assert.doesNotMatch(front.description, /18[45]0/);
  const incident = await shown("/incidents/silent-check");
  assert.equal(incident.title, "The silent check");
  assert.match(incident.description, /says nothing/);
  assert.notEqual((await shown("/law/bcc-1899")).title, front.title);
});

test("a clause's address shows that clause", async () => {
  const person = await Person.enter(world, server);
  await person.go("/law/bcc-1899#II.5(c)");
  await person.page.locator("article.found").waitFor();
  assert.equal(await person.page.locator("article.found .clause").textContent(), "II.5(c)");
  await person.leave();
});

test("the page's types are those of the server's description", async () => {
  const made = await typesOf(await server.get("/api/openapi.json"));
  assert.ok(made === readFileSync("src/schema.ts", "utf8"), "src/schema.ts is stale: npm run types");
});

test("every address the page asks for is one the server describes", async () => {
  const source = readFileSync("src/api.ts", "utf8");
  const described = Object.keys((await server.get("/api/openapi.json")).paths).map((path) => path.replace(/\{[^}]*\}/g, "{}"));
  const asked = new Set(["/api/games/{}/record", "/api/games/{}/pgn"]);
  for (const [, text] of source.matchAll(/["`](\/api\/[^"`?]*)/g)) {
    // What a template fills in is one part of a path; a query is not part of it.
    asked.add(text.replace(/\$\{encodeURIComponent\([^)]*\)\}|\$\{code\}/g, "{}").replace(/\$\{.*$/, ""));
  }
  for (const [, text] of source.matchAll(/game\(id, ["`](\/[a-z]+)/g)) asked.add(`/api/games/{}${text}`);
  assert.ok(asked.size > 20, "the addresses were found");
  assert.deepEqual([...asked].filter((path) => !described.includes(path)), []);
});
