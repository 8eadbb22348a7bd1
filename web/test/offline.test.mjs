// What is there when the server is gone? The page, the law, a judgement, and a game at one screen; and a law that is not the server's
// does not rule.
import assert from "node:assert/strict";
import { Gate, Person, room, test } from "./room.mjs";

const { server, world } = await room();

test("without a network: an incident judged, a clause read, and a game at one screen that survives a reload", async () => {
  const ann = await Person.enter(world, server, { serviceWorkers: "allow" });
  const isLawKept = async () => {
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) if (/\/law-\w+\.wasm$/.test(url)) return true;
    return false;
  };
  await ann.sit((await server.table({ code: "bcc-1899" })).own);
  assert.equal(await ann.page.evaluate(isLawKept), false, "the law is not part of what the first visit waits for");
  await ann.go("/");
  // Once the worker has taken over, the page is kept; the law follows when nothing else is to be done.
  await ann.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (let looks = 0; !(await ann.page.evaluate(isLawKept)); looks++) {
    assert.ok(looks < 300, "the law was not fetched though the page is idle");
    await ann.page.waitForTimeout(100);
  }
  // What reads archives is fetched by whoever opens its page, and kept from then on.
  await ann.go("/audit");
  await ann.page.locator("jd-audit").waitFor();
  await ann.rested();
  await ann.context.setOffline(true);

  await ann.go("/judge");
  await ann.page.getByRole("button", { name: "A Bishop played like a Rook" }).click();
  await ann.page.locator('.verdict[data-code="bcc-1899"] .ruling').first().waitFor();

  await ann.go("/law/bcc-1899#II.5(c)");
  await ann.page.locator("article.found").waitFor();
  await ann.go("/compare/touch");
  await ann.page.locator("jd-compare table").first().waitFor();

  // An archive is audited in the page itself, and a finding shown on the board.
  await ann.go("/audit");
  const pgn = '[White "Ann"]\n[Black "Bob"]\n\n1. f3 e5 2. g4 Qh4# 1/2-1/2\n\n[White "Cy"]\n\n1. e4 e5 2. Ke3 *\n';
  await ann.page.locator("jd-audit input[type=file]").setInputFiles({ name: "club.pgn", mimeType: "text/plain", buffer: Buffer.from(pgn) });
  await ann.page.getByText("2 games; something was found in 2").waitFor();
  await ann.page.getByRole("button", { name: /Ke3 is against the rules/ }).click();
  await ann.page.getByLabel("Game 2: Cy – ?, after 2 half-moves").first().waitFor();

  // The front door offers what there is, and no button that does nothing; with the network back, it is as before.
  await ann.go("/");
  await ann.page.getByText("Two can play at this screen without it.").waitFor();
  await ann.page.getByRole("link", { name: "Play at this screen" }).waitFor();
  await ann.rested();
  assert.equal(await ann.page.getByText("The server cannot be reached").count(), 1, "said once");
  await ann.context.setOffline(false);
  await ann.page.getByRole("button", { name: "Play the computer" }).waitFor();
  await ann.page.locator("jd-home .games a").first().waitFor();
  assert.equal(await ann.page.getByText("The server cannot be reached").count(), 0);
  await ann.context.setOffline(true);

  await ann.go("/new");
  await ann.page.getByText("The server cannot be reached, so there is no link to send. “Both here” can be played without it.").waitFor();
  assert.equal(await ann.page.getByText("No computer is set up").count(), 0, "nobody knows what the server has");
  await ann.page.getByRole("radio", { name: "Both here" }).check({ force: true });
  // What only a server keeps is said beforehand, and nothing is asked about a flag that does not fall.
  await ann.page.getByRole("radio", { name: /^XXV/ }).check({ force: true });
  await ann.page.getByRole("radio", { name: "Quick" }).check({ force: true });
  await ann.page.getByText("Without the server there is no clock.").waitFor();
  assert.equal(await ann.page.locator("jd-new #flag").count(), 0);
  await ann.page.getByRole("radio", { name: /^1899/ }).check({ force: true });
  await ann.page.getByRole("radio", { name: "No clock" }).check({ force: true });
  assert.equal(await ann.page.getByText("Without the server").count(), 0);
  await ann.button("Begin").click();
  await ann.page.locator("jd-table jd-board").waitFor();
  await ann.play("e2", "e4");
  await ann.sees("e4", "white Pawn");
  await ann.page.locator("jd-typed input").first().fill("P-K4");
  await ann.page.locator("jd-typed").getByText("Reads as").waitFor();
  await ann.page.locator("jd-typed input").first().fill("");
  await ann.play("f8", "f3");
  await ann.page.locator("jd-arbiter .right").first().waitFor();
  await ann.page.reload();
  await ann.sees("e4", "white Pawn");
  await ann.page.locator("jd-arbiter .right").first().waitFor();
  // From a touch to its drawing nobody is asked: it is there with the next frame.
  const frames = await ann.page.evaluate(async () => {
    const table = document.querySelector("jd-app").shadowRoot.querySelector("jd-table");
    const before = table.live.view.seq;
    await table.live.do({ by: "black", act: "say", words: "Pardon." });
    await new Promise(requestAnimationFrame);
    return [before, table.live.view.seq, table.shadowRoot.querySelector("jd-arbiter").shadowRoot.textContent.includes("Pardon.")];
  });
  assert.equal(frames[1], frames[0] + 1);
  assert.ok(frames[2], "ruled and drawn within a frame");

  // The way back to it is on the front page, and no new game takes its place unasked.
  await ann.go("/");
  const kept = ann.page.locator(".games a", { hasText: "Both at one screen" });
  await kept.getByText(/to play/).waitFor();
  await ann.go("/new");
  await ann.button("Begin").click();
  await ann.page.getByText("A game at this screen still goes on").waitFor();
  await ann.go("/");
  await kept.click();
  await ann.sees("e4", "white Pawn");
  await ann.go("/new");
  await ann.button("Begin").click();
  await ann.page.getByText("A game at this screen still goes on").waitFor();
  await ann.button("Begin").click();
  await ann.page.locator("jd-table jd-board").waitFor();
  await ann.sees("e4", "empty");
  await ann.leave();
});

test("a network that has died answers nothing, and somebody else answers for a server that is gone: there is what was kept", async () => {
  const gate = await Gate.before(server);
  const ann = await Person.enter(world, gate, { serviceWorkers: "allow" });
  await ann.go("/judge");
  await ann.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await ann.go("/compare/touch");
  await ann.page.locator("jd-compare table").first().waitFor();
  for (const does of ["gone", "silent"]) {
    gate.does = does;
    await ann.go("/compare/touch");
    await ann.page.locator("jd-compare table").first().waitFor();
  }
  gate.does = "gone";
  await ann.go("/");
  await ann.page.getByText("Two can play at this screen without it.").waitFor();
  // An invitation is not called void because nobody could be asked about it.
  const table = await server.table({ code: "xxv" });
  await ann.go(table.link("black"));
  await ann.page.getByText("The invitation cannot be opened now").waitFor();
  gate.does = "pass";
  await ann.button("Try again").click();
  await ann.page.getByText("Ann invites you").waitFor();
  // What was done while nobody was there is done when somebody is.
  await ann.go(table.own);
  await ann.page.locator("jd-table jd-board").waitFor();
  gate.does = "gone";
  await ann.play("e2", "e4");
  await ann.page.getByText("What you did is kept").waitFor();
  await ann.leave();
  gate.close();
});

test("a game at one screen that stands open twice is one game, and goes on in both", async () => {
  const ann = await Person.enter(world, server);
  await ann.sitHere({ code: "fide-1931" });
  const first = ann.page;
  await ann.play("e2", "e4");
  await ann.settled();
  await ann.sheet();
  await ann.sit("/game/here");
  const second = ann.page;
  await ann.sees("e4", "white Pawn");
  await ann.play("e7", "e5");
  await ann.settled();
  ann.page = first;
  await ann.sees("e5", "black Pawn");
  await ann.play("d2", "d4");
  await ann.settled();
  ann.page = second;
  await ann.sees("d4", "white Pawn");
  await ann.page.reload();
  await ann.sees("d4", "white Pawn");
  await ann.sees("e5", "black Pawn");
  await ann.page.evaluate(() => localStorage.setItem("jadoube.here", '{"code":"fide-1931"}\n{"by":"white","act":"touch","square":"e5"}'));
  await ann.page.reload();
  await ann.page.getByText("cannot be followed: no man stands on e5").waitFor();
  await ann.leave();
});

test("what is kept for the hours without a network is tried again where one file of it did not come", async () => {
  const ann = await Person.enter(world, server, { serviceWorkers: "allow" });
  let refused = 0;
  await ann.context.route("**/api/laws/readings", (route) => (refused++ ? route.continue() : route.fulfill({ status: 503 })));
  await ann.go("/");
  await ann.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  assert.equal(refused, 2, "refused once, and asked for again");
  await ann.leave();
});

test("a server that has no time for a judgement: the law in the page gives it", async () => {
  const ann = await Person.enter(world, server);
  await ann.page.route("**/api/judge", (route) => route.fulfill({ status: 503, contentType: "application/problem+json", json: { status: 503, title: "Unavailable", detail: "its turn did not come" } }));
  await ann.go("/");
  await ann.page.locator('jd-home .live [data-square="h1"]').click();
  await ann.page.locator("jd-home .answers dt").first().waitFor();
  assert.equal(await ann.page.getByText("its turn did not come").count(), 0);
  await ann.leave();
});

test("the law in the page is not the server's: the page is loaded anew, once, and the server rules meanwhile", async () => {
  const ann = await Person.enter(world, server);
  let asked = 0;
  await ann.page.route("**/api/about", async (route) => {
    const answer = await (await route.fetch()).json();
    asked++;
    await route.fulfill({ json: { ...answer, version: "99.0.0" } });
  });
  let loads = 0;
  ann.page.on("load", () => loads++);
  let judged = 0;
  ann.page.on("request", (request) => (judged += request.url().endsWith("/api/judge") ? 1 : 0));
  await ann.go("/judge");
  const incident = async (name) => {
    await ann.page.getByRole("button", { name }).click();
    await ann.page.locator(".verdict .ruling").first().waitFor();
  };
  await incident("A Bishop played like a Rook");
  // The second question fetches the law; it is another, so the page is loaded anew before it rules.
  await Promise.all([ann.page.waitForEvent("load"), ann.page.getByRole("button", { name: "Two moves in succession" }).click()]);
  await ann.page.locator(".verdict .ruling").first().waitFor();
  const before = judged;
  await incident("A Bishop played like a Rook");
  await incident("Two moves in succession");
  await incident("A Bishop played like a Rook");
  await ann.rested();
  assert.equal(loads, 2, "loaded anew once");
  assert.equal(judged, before + 3, "the server rules");
  assert.ok(asked >= 2);
  await ann.leave();
});

/* What `npm run figures` measures over a thousand acts, over fewer. */
for (const [where, sit] of Object.entries({
  "by the server": async (person) => person.sit((await server.table({ code: "bcc-1899" }, { opponent: "here" })).own),
  "in the page": (person) => person.sitHere({ code: "bcc-1899" }),
})) {
  test(`acts at one screen, ruled on ${where}, leave the page as light as it was`, async () => {
    const ann = await Person.enter(world, server);
    await sit(ann);
    // Until the score sheet has as many lines as are drawn of a long game, and the browser has compiled what it compiles on the way.
    assert.equal(await ann.shuffle(210), 210);
    assert.equal(await ann.shuffle(320), 530);
    const before = await ann.heap();
    assert.equal(await ann.shuffle(320), 850, "every act was taken");
    const each = ((await ann.heap()) - before) / 320;
    // What is kept of an act is its entry in the record: the act, the position, the move in its notations.
    assert.ok(each < 1_400, `${Math.round(each)} bytes stay of each act`);
    const lines = ann.page.locator("jd-score tbody th");
    assert.equal(await lines.count(), 100);
    assert.equal(await lines.last().textContent(), "425");
    await ann.page.getByRole("button", { name: "Show all from the first move" }).click();
    assert.equal(await lines.first().textContent(), "1");
    assert.equal(await lines.count(), 425);
    await ann.page.reload();
    await lines.last().waitFor();
    assert.equal(await lines.count(), 100);
    await ann.page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    assert.equal(await lines.count(), 425, "paper has all of it");
    await ann.leave();
  });
}
