// Does the main walk go in Firefox too? From the front page to a finished game at one screen.
import assert from "node:assert/strict";
import puppeteer from "puppeteer-core";
import { after, before, FIREFOX, Server, test } from "./room.mjs";

let server;
let world;

before(async () => {
  server = await Server.shared();
  world = await puppeteer.launch({ browser: "firefox", executablePath: FIREFOX, headless: true });
});

after(async () => {
  await world?.close();
  await server?.close();
});

test("Firefox: touch a man on the front page, set up a game, play it to mate, and no frame around the page", async (context) => {
  const page = await world.newPage();
  const errors = [];
  // Where it stops, what could be seen there says more than what could not be found.
  context.after(async () => {
    const seen = await page
      .evaluate(() => {
        const main = document.querySelector("jd-app").shadowRoot.querySelector("main");
        return [location.href, main.innerHTML, main.firstElementChild?.shadowRoot?.textContent.slice(0, 600)].join("\n");
      })
      .catch(String);
    if (!context.passed) context.diagnostic(`Firefox stood at ${seen}\n${errors.join("\n")}`);
  });
  page.setDefaultTimeout(60_000);
  page.on("pageerror", (error) => errors.push(error.message));
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(server.base);
  // Within the page's shadow roots, `>>>` looks for what it names.
  // What has just been drawn may still be moving, or be drawn anew, while the mouse is on its way to it: then it is clicked again.
  const until = async (what, arrived) => {
    for (let tries = 0; tries < 5; tries++) {
      const click = (await page.waitForSelector(what)).click();
      if (await click.then(arrived).then(() => true, () => false)) return;
      await new Promise((done) => setTimeout(done, 200));
    }
    assert.fail(`nothing comes of clicking ${what}`);
  };
  await until('>>> .live jd-board >>> [data-square="h1"]', () => page.waitForSelector(">>> .answers dt", { timeout: 10_000 }));
  await until('>>> a[href="/new?opponent=link"]', () => page.waitForFunction(() => location.pathname === "/new", { timeout: 10_000 }));
  await (await page.waitForSelector('>>> input[name="opponent"][value="here"]')).click();
  await (await page.waitForSelector('>>> input[name="code"][value="fide-1931"]')).click();
  const ring = await page.evaluate(() => {
    const main = document.querySelector("jd-app").shadowRoot.querySelector("main");
    main.focus();
    return getComputedStyle(main).outlineStyle;
  });
  assert.equal(ring, "none");
  await (await page.waitForSelector(">>> .begin button.main")).click();
  await page.waitForSelector(">>> jd-table >>> jd-board");
  for (const [from, to] of [["f2", "f3"], ["e7", "e5"], ["g2", "g4"], ["d8", "h4"]]) {
    for (const at of [from, to]) await (await page.waitForSelector(`>>> .play jd-board >>> [data-square="${at}"]`)).click();
    await page.waitForFunction(
      (to) => {
        const table = document.querySelector("jd-app").shadowRoot.querySelector("jd-table");
        const label = table.shadowRoot.querySelector("jd-board").shadowRoot.querySelector(`[data-square="${to}"]`).getAttribute("aria-label");
        return !label.includes("empty") && table.live.waiting === 0;
      },
      {},
      to,
    );
  }
  await page.waitForSelector(">>> .over");
  const ended = await page.evaluate(() => document.querySelector("jd-app").shadowRoot.querySelector("jd-table").shadowRoot.querySelector("jd-over").shadowRoot.querySelector("h2").textContent);
  assert.match(ended, /Black has won/);
  assert.deepEqual(errors, []);
});
